"""What is shipped to run in containers says what the security list and the queue ask for; no engine is needed here.

`make compose-smoke` shows that the same files run.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from config.settings import CONFIG_VARIABLE, load_settings, setting_names
from models.loader import Loader
from models.options import ModelOptions
from tests.deploy.bundle import FULL_SIZE
from tests.deploy.compose import COMPOSE, ROOT, VARIABLE, filled

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
OVERRIDES = sorted((ROOT / "deploy").glob("compose.*.yml"))
BIN = Path(sys.executable).parent
OURS = ("worker", "producer")
UNITS = {"m": 1 << 20, "mb": 1 << 20, "g": 1 << 30}
SLOWEST_RTF = 1.5  #: work for a second of audio on the slowest core that the grace period is meant for
GIVE_BACK_S = 10.0


@pytest.fixture(scope="module")
def compose():
    return filled({})


@pytest.fixture(scope="module")
def services(compose):
    return compose["services"]


def size_bytes(text):
    ((number, unit),) = re.findall(r"^(\d+)([a-z]+)$", text)
    return int(number) * UNITS[unit]


def option(command, name):
    return command[command.index(name) + 1]


def test_the_dockerfile_passes_hadolint():
    done = subprocess.run(
        [BIN / "hadolint", "Dockerfile"], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False
    )

    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("path", [COMPOSE, *OVERRIDES], ids=lambda path: path.name)
def test_a_compose_file_fits_the_published_schema(path, tmp_path):
    plain = tmp_path / "compose.yml"  # the schema does not know the tags that take away what an earlier file said
    plain.write_text(re.sub(r"!(reset|override)\b", "", path.read_text("utf-8")))
    done = subprocess.run(
        [BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", plain],
        capture_output=True, text=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_broker_loses_nothing_evicts_nothing_and_asks_for_a_password(services):
    broker = services["valkey"]
    command = broker["command"]

    assert option(command, "--appendonly") == "yes"
    assert option(command, "--appendfsync") == "everysec"
    assert option(command, "--maxmemory-policy") == "noeviction"
    assert "/run/secrets/broker.conf" in command
    assert broker["volumes"] == ["broker:/data"]
    assert size_bytes(broker["mem_limit"]) >= 2 * size_bytes(option(command, "--maxmemory"))


def test_the_broker_cannot_be_reached_from_outside(compose):
    broker = compose["services"]["valkey"]

    assert not {"ports", "expose", "network_mode"} & set(broker)
    assert broker["networks"] == ["backend"]
    assert compose["networks"]["backend"]["internal"] is True


def test_only_s3_is_published_and_only_on_this_machine(services):
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}

    assert published == {"seaweedfs": ["127.0.0.1:8333:8333"]}


def test_the_store_reports_nothing_home_and_only_s3_listens_on_the_network(services):
    flags = set(services["seaweedfs"]["command"].split())

    assert {"-master.telemetry=false", "-s3.port.iceberg=0", "-s3.port.lance=0"} <= flags
    assert {"-ip.bind=127.0.0.1", "-s3.ip.bind=0.0.0.0", "-s3.config=/run/secrets/s3.json"} <= flags
    assert services["seaweedfs"]["volumes"] == ["store:/data"]


def test_every_container_can_do_as_little_as_possible(services):
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert 0 < service["pids_limit"] <= 256, name
        assert size_bytes(service["mem_limit"]) > 0, name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name
        assert not {"privileged", "container_name", "pid", "ipc"} & set(service), name
    # its image gives up root by itself
    assert {name: each["cap_add"] for name, each in services.items() if "cap_add" in each} == {
        "seaweedfs": ["CHOWN", "SETGID", "SETUID"]
    }


def test_no_process_of_ours_or_of_the_broker_is_root(services):
    assert {services[name]["user"] for name in OURS} == {"10001:10001"}
    assert services["valkey"]["user"] == "valkey"
    assert re.findall(r"^USER (.*)$", DOCKERFILE, re.MULTILINE) == ["10001:10001"]


def test_ours_write_to_a_small_tmpfs_without_programs_and_to_the_scratch_volume_only(services):
    for name in OURS:
        (tmpfs,) = services[name]["tmpfs"]
        assert {"noexec", "nosuid", "nodev", "size=64m"} <= set(tmpfs.removeprefix("/tmp:").split(","))
        assert services[name]["volumes"] == ["scratch:/scratch"]
        assert services[name]["init"] is True


def test_a_workers_own_memory_limit_comes_before_the_kernels(services):
    worker = services["worker"]
    own = int(worker["environment"]["VOICEMILL_WORKER__MEMORY_LIMIT_MB"]) * 1000 * 1000
    parent_and_tmpfs = (64 + 64) << 20

    assert own > 0
    assert size_bytes(worker["mem_limit"]) >= own + parent_and_tmpfs


def test_the_documented_sizes_of_a_cosyvoice_worker_are_those_that_are_tried_and_leave_room():
    told = (ROOT / "docs" / "how-to" / "deploy.md").read_text("utf-8")
    worker = filled(FULL_SIZE)["services"]["worker"]
    own = int(worker["environment"]["VOICEMILL_WORKER__MEMORY_LIMIT_MB"]) * 1000 * 1000

    assert all(f"\n{name}={value}\n" in told for name, value in FULL_SIZE.items())
    assert size_bytes(worker["mem_limit"]) >= own + ((64 + 64) << 20)
    assert worker["stop_grace_period"] == FULL_SIZE["WORKER_GRACE"]


def test_a_worker_is_given_the_time_of_its_longest_segment_to_leave(services):
    synthesizer = Loader(ModelOptions()).open("kokoro")
    longest_s = max(synthesizer.expected_s(synthesizer.limits(speed).most, speed) for speed in (0.5, 1.0, 2.0))
    grace_s = float(services["worker"]["stop_grace_period"].removesuffix("s"))

    assert longest_s > 10
    assert grace_s >= longest_s * SLOWEST_RTF + GIVE_BACK_S
    assert services["worker"]["restart"] == "unless-stopped"


def test_ours_wait_for_healthy_servers_and_a_worker_is_checked_itself(services):
    for name in OURS:
        assert {each["condition"] for each in services[name]["depends_on"].values()} == {"service_healthy"}
    assert all("healthcheck" in services[name] for name in ("valkey", "seaweedfs"))
    assert re.search(r'^HEALTHCHECK .*CMD \["python", "-m", "worker.health"\]$', DOCKERFILE, re.MULTILINE)
    assert "healthcheck" not in services["worker"]


def test_what_the_services_are_told_is_settings_that_load(services, tmp_path):
    for name in services["worker"]["secrets"]:
        (tmp_path / name).write_text("redis://:p@valkey:6379/0" if name == "broker_url" else "given")
    environ = {
        name: str(value).replace("/run/secrets", str(tmp_path))
        for name, value in services["worker"]["environment"].items()
    }
    settings = load_settings(environ=environ)

    assert settings.storage.kind == "s3"
    assert settings.queue.broker_url == "redis://:p@valkey:6379/0"
    known = {*setting_names(), "VOICEMILL_STORE", CONFIG_VARIABLE}
    named = set(re.findall(r"\bVOICEMILL_[A-Z0-9_]+", "".join(path.read_text("utf-8") for path in OVERRIDES)))
    named |= set(re.findall(r"\bVOICEMILL_[A-Z0-9_]+", DOCKERFILE))
    assert {name for name in named if name not in known and name.removesuffix("_FILE") not in known} == set()


def test_every_password_is_a_secret_file_and_none_stands_in_the_files(compose):
    for name in OURS:
        for variable, value in compose["services"][name]["environment"].items():
            assert variable.endswith("_FILE") == str(value).startswith("/run/secrets/"), variable
            assert variable.endswith("_FILE") or not re.search("KEY|SECRET|PASSWORD|BROKER_URL", variable), variable
    assert all(set(secret) == {"file"} for secret in compose["secrets"].values())
    used = {name for service in compose["services"].values() for name in service["secrets"]}
    assert used == set(compose["secrets"])
    assert not re.search("(?i)requirepass|redis://", COMPOSE.read_text("utf-8"))
    example = (ROOT / ".env.example").read_text("utf-8")
    assert not re.search("^#?[A-Z_]*(?:PASSWORD|_KEY|SECRET_|TOKEN)[A-Z_]*=", example, re.MULTILINE)


def test_secrets_are_new_in_every_folder_and_kept_where_they_are(compose, tmp_path):
    def made(folder):
        subprocess.run([ROOT / "deploy" / "make-secrets", folder], capture_output=True, timeout=30, check=True)
        return {path.name: path.read_text("utf-8") for path in folder.iterdir()}

    first, second = made(tmp_path / "a"), made(tmp_path / "b")

    assert set(first) == set(compose["secrets"])
    for name in ("broker_password", "s3_secret_key"):
        assert first[name] != second[name]
        assert len(first[name]) == 48
    assert first["broker.conf"] == f"requirepass {first['broker_password']}\n"
    assert first["broker_url"].strip() == f"redis://:{first['broker_password']}@valkey:6379/0"
    (identity,) = yaml.safe_load(first["s3.json"])["identities"]
    assert identity["credentials"] == [{"accessKey": first["s3_access_key"], "secretKey": first["s3_secret_key"]}]
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700
    assert made(tmp_path / "a") == first


def test_the_example_of_env_shows_every_variable_of_the_compose_files_with_its_default():
    used = dict(VARIABLE.findall("".join(path.read_text("utf-8") for path in (COMPOSE, *OVERRIDES))))
    used["COMPOSE_FILE"] = COMPOSE.name  # Compose's own
    example = (ROOT / ".env.example").read_text("utf-8")
    defaults = dict(re.findall(r"^#([A-Z0-9_]+)=(.*)$", example, re.MULTILINE))
    chosen = dict(re.findall(r"^([A-Z0-9_]+)=(.*)$", example, re.MULTILINE))

    assert set(chosen) | set(defaults) == set(used)
    assert defaults == {name: value for name, value in used.items() if name not in chosen}
    assert all(f"{COMPOSE.name}:deploy/{path.name}" in example for path in OVERRIDES)


def test_models_in_a_volume_are_read_by_all_of_ours_and_a_fetch_that_fails_ends():
    services = yaml.safe_load((ROOT / "deploy" / "compose.models.yml").read_text("utf-8"))["services"]

    assert {name: services[name]["volumes"] for name in OURS} == {name: ["models:/models:ro"] for name in OURS}
    assert services["models"]["volumes"] == ["models:/models"]
    # without a count `docker compose up -d`, which waits for it, would never end
    assert re.fullmatch(r"on-failure:[1-9]", services["models"]["restart"])


@pytest.mark.parametrize(("given", "required"), [({}, ("kokoro",)), ({"MODELS": "kokoro tone"}, ("kokoro", "tone"))])
def test_a_worker_without_the_models_of_the_image_does_not_start(given, required):
    environ = filled(given)["services"]["worker"]["environment"]
    name = "VOICEMILL_WORKER__MODELS"

    assert load_settings(environ={name: environ[name]}).worker.models == required


def test_a_builder_sees_only_what_the_dockerfile_copies():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    copied = {
        name.replace("/wheels", "").replace("/models", "")
        for names in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
        for name in names.split()
    }

    assert ignored[1] == "*"
    assert copied == {line[1:] for line in ignored if line.startswith("!")}


@pytest.mark.parametrize("name", ["image.txt", "image-all.txt", "build.txt"])
def test_the_image_is_built_from_hashed_requirements(name):
    pins = re.split(r"\n(?=\S)", (ROOT / "requirements" / name).read_text("utf-8").strip())

    assert len(pins) >= 4
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
    assert "PIP_REQUIRE_HASHES=1" in DOCKERFILE


def test_the_image_has_nothing_of_the_gpl_unless_it_is_asked_for():
    def names(file):
        return set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements" / file).read_text("utf-8"), re.MULTILINE))

    assert names("image-all.txt") - names("image.txt") >= {"phonemizer", "espeakng-loader", "pyopenjtalk-plus"}
    assert "ARG EXTRAS=\n" in DOCKERFILE
