"""Where a setting comes from, which source wins, and what is refused."""

import pytest

from config.settings import load_settings, setting_names
from pipeline.errors import InvalidSettings


def test_defaults_need_no_environment():
    settings = load_settings(environ={})

    assert settings.queue.broker_url == "redis://127.0.0.1:6379/0"
    assert settings.worker.log_level == "info"


def test_a_flag_wins_over_the_environment_and_that_over_the_file(tmp_path):
    file = tmp_path / "voicemill.toml"
    file.write_text('[queue]\nlease_s = 11\nattempts = 4\nwindow = 7\n[worker]\nlog_level = "debug"\n')
    environ = {"VOICEMILL_QUEUE__LEASE_S": "12", "VOICEMILL_QUEUE__ATTEMPTS": "5"}

    settings = load_settings(file, environ=environ, queue={"lease_s": 13})

    assert (settings.queue.lease_s, settings.queue.attempts, settings.queue.window) == (13, 5, 7)
    assert settings.worker.log_level == "debug"


def test_the_file_may_be_named_by_a_variable(tmp_path):
    file = tmp_path / "named.toml"
    file.write_text("[queue]\nattempts = 9\n")

    assert load_settings(environ={"VOICEMILL_CONFIG": str(file)}).queue.attempts == 9


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("VOICEMILL_QUEUE__BROKER_ULR", "VOICEMILL_QUEUE__BROKER_URL"),
        ("VOICEMILL_BROKERURL", "VOICEMILL_BROKER_URL"),
        ("VOICEMILL_WORKER__SCRACH", "VOICEMILL_WORKER__SCRATCH"),
        ("VOICEMILL_QUEUE_LEASE_S", "VOICEMILL_QUEUE__LEASE_S"),
    ],
)
def test_a_misspelt_variable_is_an_error_naming_the_nearest(name, nearest):
    with pytest.raises(InvalidSettings, match=f"unknown setting {name}; did you mean {nearest}") as caught:
        load_settings(environ={name: "1"})

    assert caught.value.details["given"] == name


def test_variables_of_others_are_left_alone():
    assert load_settings(environ={"VOICE": "1", "PATH": "/bin", "REDIS_URL": "x"}) == load_settings(environ={})


@pytest.mark.parametrize("text", ["[queue]\nlease = 3\n", "[que]\nlease_s = 3\n", "lease_s = 3\n", "not toml", "\xff"])
def test_a_file_with_something_unknown_is_refused(tmp_path, text):
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="latin-1")

    with pytest.raises(InvalidSettings):
        load_settings(file, environ={})


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InvalidSettings, match=r"nowhere\.toml"):
        load_settings(tmp_path / "nowhere.toml", environ={})


def test_a_value_out_of_range_names_the_setting_but_never_repeats_the_value():
    with pytest.raises(InvalidSettings, match="VOICEMILL_QUEUE__LEASE_S") as caught:
        load_settings(environ={"VOICEMILL_QUEUE__LEASE_S": "canary-value"})

    assert "canary-value" not in str(caught.value) + str(caught.value.details)


def test_a_secret_is_read_from_the_file_that_its_variable_names(tmp_path):
    secret = tmp_path / "url"
    secret.write_text("redis://:from-a-file@broker:6379/0\n")

    settings = load_settings(environ={"VOICEMILL_QUEUE__BROKER_URL_FILE": str(secret)})

    assert settings.queue.broker_url == "redis://:from-a-file@broker:6379/0"


def test_a_secret_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(InvalidSettings, match="VOICEMILL_QUEUE__BROKER_URL_FILE"):
        load_settings(environ={"VOICEMILL_QUEUE__BROKER_URL_FILE": str(tmp_path / "gone")})


def test_an_empty_name_of_a_secret_file_is_an_error_that_names_the_variable():
    with pytest.raises(
        InvalidSettings, match=r"VOICEMILL_QUEUE__BROKER_URL_FILE is empty.*holds VOICEMILL_QUEUE__BROKER_URL"
    ):
        load_settings(environ={"VOICEMILL_QUEUE__BROKER_URL_FILE": ""})


@pytest.mark.parametrize("given", ["kokoro,tone", "kokoro tone", " kokoro , tone ,"])
def test_required_models_are_separated_by_commas_or_blanks(given):
    assert load_settings(environ={"VOICEMILL_WORKER__MODELS": given}).worker.models == ("kokoro", "tone")


def test_a_value_and_a_file_for_the_same_setting_are_refused(tmp_path):
    (tmp_path / "url").write_text("redis://a/0")
    environ = {"VOICEMILL_QUEUE__BROKER_URL": "redis://b/0", "VOICEMILL_QUEUE__BROKER_URL_FILE": str(tmp_path / "url")}

    with pytest.raises(InvalidSettings, match="both set"):
        load_settings(environ=environ)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("file:///data/my%20store", ("disk", "/data/my store", "voicemill", "")),
        ("s3://books", ("s3", "var/store", "books", "")),
        ("s3://books/team/a", ("s3", "var/store", "books", "team/a/")),
    ],
)
def test_the_short_name_of_the_store_gives_kind_and_place(url, expected):
    storage = load_settings(environ={"VOICEMILL_STORE": url}).storage

    assert (storage.kind, str(storage.folder), storage.bucket, storage.prefix) == expected


@pytest.mark.parametrize("url", ["file://data", "file://host/data", "/data", "s3:///x", "gs://bucket", "s3://b?x=1"])
def test_any_other_store_is_refused(url):
    with pytest.raises(InvalidSettings, match="file:///FOLDER or s3://BUCKET"):
        load_settings(environ={"VOICEMILL_STORE": url})


def test_the_long_name_wins_over_the_short_one():
    environ = {"VOICEMILL_BROKER_URL": "redis://short/0", "VOICEMILL_QUEUE__BROKER_URL": "redis://long/0"}

    assert load_settings(environ=environ).queue.broker_url == "redis://long/0"


def test_every_setting_has_one_variable_name():
    names = setting_names()

    assert names["VOICEMILL_QUEUE__BROKER_URL"] == ("queue", "broker_url")
    assert len(set(names.values())) == len(names)
