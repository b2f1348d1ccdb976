import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from models.catalog import load_catalogue, load_entries
from models.options import ModelOptions
from models.piper_voices import cached_sha256
from pipeline.errors import ExtraMissing, UnknownModel


def test_kokoro_has_all_54_voices_with_language_and_gender(options):
    card = load_catalogue(options).model("kokoro")

    assert len(card.voices) == 54
    assert card.sample_rate == 24000
    assert card.blends
    by_id = {voice.id: voice for voice in card.voices}
    assert (by_id["af_heart"].languages, by_id["af_heart"].gender) == (("en",), "female")
    assert (by_id["bm_lewis"].languages, by_id["bm_lewis"].gender) == (("en",), "male")
    assert by_id["zf_xiaobei"].languages == ("zh",)
    assert {voice.languages[0] for voice in card.voices} == {"en", "zh", "es", "fr", "hi", "it", "ja", "pt"}


EXTRAS = {"jieba": "zh", "pypinyin": "zh", "pyopenjtalk": "ja", "phonemizer": "espeak", "espeakng_loader": "espeak"}


@pytest.mark.parametrize(
    ("extra", "languages"),
    [("zh", ("en", "zh")), ("ja", ("en", "ja")), ("espeak", ("en", "es", "fr", "it", "pt", "hi"))],
)
def test_the_languages_of_an_extra_are_offered_only_with_it(options, monkeypatch, extra, languages):
    monkeypatch.setattr("models.catalog.find_spec", lambda name: object() if EXTRAS[name] == extra else None)

    assert load_catalogue(options).model("kokoro").languages == languages


@pytest.mark.parametrize(("voice", "extra"), [("zf_xiaobei", "zh"), ("jf_alpha", "ja"), ("ef_dora", "espeak")])
@pytest.mark.parametrize("asked", [True, False])
def test_a_job_in_a_language_whose_extra_is_missing_is_told_what_to_install(options, monkeypatch, voice, extra, asked):
    monkeypatch.setattr("models.catalog.find_spec", lambda name: None)
    catalogue = load_catalogue(options)
    blend = catalogue.resolve(voice)
    language = next(each.languages[0] for each in catalogue.model("kokoro").voices if each.id == voice)

    with pytest.raises(ExtraMissing, match=rf"pip install 'voicemill\[{extra}\]'"):
        catalogue.language_for(blend, language if asked else None)


def test_every_file_is_pinned_and_has_more_than_one_source(options):
    files = [file for entry in load_entries(options).values() for file in (*entry.files, *entry.extras)]
    sources = [source for file in files for source in file.sources]

    assert len(files) == 1 + 54 + 2 + 6
    assert [file.path for file in files if not file.pinned] == ["checkpoint/spk2info.pt"]
    assert all(len(file.sha256) == 64 * file.pinned and file.size > 0 for file in files)
    assert all(len(file.sources) >= 2 for file in files)
    assert all(source.listing for file in files if not file.pinned for source in file.sources)
    assert len({file.sha256 for file in files}) == len(files)
    assert {
        url.split(":")[0] for each in sources if each.kind == "url" for url in (*each.where, each.listing) if url
    } == {"https"}


def test_the_catalogue_loads_without_onnxruntime_or_onnx(tmp_path):
    code = (
        "import sys; from models.catalog import load_catalogue; from models.options import ModelOptions; "
        "from models.loader import Loader; from pathlib import Path; "
        f"Loader(ModelOptions(folder=Path({str(tmp_path)!r}))).open('kokoro'); "
        "print(sorted({'onnxruntime', 'onnx', 'urllib.request'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_a_dropped_piper_voice_becomes_a_model(options, drop_piper):
    drop_piper("amy", stem="en_GB-amy-low", audio={"sample_rate": 16000})

    card = load_catalogue(options).model("piper-amy")

    assert [voice.id for voice in card.voices] == ["en_GB-amy-low"]
    assert card.sample_rate == 16000
    assert card.languages == ("en",)
    assert not card.blends


def test_a_dropped_voice_that_only_espeak_can_read_for_is_refused_without_it(options, drop_piper, monkeypatch):
    drop_piper("thorsten", stem="de_DE-thorsten-low", language={"code": "de_DE", "family": "de"})
    assert load_catalogue(options).model("piper-thorsten").languages == ("de",)

    monkeypatch.setattr("models.catalog.find_spec", lambda name: None)
    catalogue = load_catalogue(options)

    with pytest.raises(ExtraMissing, match=r"pip install 'voicemill\[espeak\]'"):
        catalogue.language_for(catalogue.resolve("de_DE-thorsten-low"), None)


def test_a_voice_of_several_speakers_offers_each_by_name(options, drop_piper):
    drop_piper("many", stem="v", num_speakers=3, speaker_id_map={"anna": 0, "p 2": 1, "carl": 2})

    assert [voice.id for voice in load_catalogue(options).model("piper-many").voices] == ["v#anna", "v#1", "v#carl"]


def test_the_revision_of_a_dropped_voice_follows_its_bytes(options, drop_piper):
    home = drop_piper("amy")
    first = load_catalogue(options).model("piper-amy").revision
    assert load_catalogue(options).model("piper-amy").revision == first

    drop_piper("amy", inference={"noise_scale": 0.1})
    second = load_catalogue(options).model("piper-amy").revision
    (home / "en_XX-fake-low.onnx").write_bytes(b"something else")
    third = load_catalogue(options).model("piper-amy").revision

    assert len({first, second, third}) == 3


def test_the_hash_of_a_large_file_is_read_from_its_sidecar_until_the_file_changes(tmp_path):
    path = tmp_path / "voice.onnx"
    path.write_bytes(b"one")
    honest = cached_sha256(path)
    sidecar = tmp_path / ".voice.onnx.sha256"
    noted = json.loads(sidecar.read_bytes())
    sidecar.write_text(json.dumps({**noted, "sha256": "from the sidecar"}))

    assert cached_sha256(path) == "from the sidecar"

    os.utime(path, ns=(1, 1))
    assert cached_sha256(path) == honest


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"phoneme_type": "text"}, "phoneme_type 'text'"),
        ({"phoneme_id_map": {"a": [1]}}, "lacks ^ _ $"),
        ({"audio": {}}, "audio.sample_rate"),
        ({"language": {}, "espeak": {}}, "language"),
    ],
)
def test_a_dropped_voice_that_cannot_be_used_is_listed_with_its_problem_and_not_offered(
    options, drop_piper, changes, says
):
    drop_piper("odd", **changes)

    assert says in load_entries(options)["piper-odd"].problem
    with pytest.raises(UnknownModel):
        load_catalogue(options).model("piper-odd")


def test_a_folder_without_its_json_does_not_hide_the_other_voices(options, drop_piper):
    drop_piper("good")
    home = drop_piper("bad")
    (home / "en_XX-fake-low.onnx.json").unlink()

    assert "piper-good" in load_catalogue(options).models
    assert "no en_XX-fake-low.onnx.json" in load_entries(options)["piper-bad"].problem


def test_a_job_for_a_voice_that_cannot_be_used_is_told_why(options, drop_piper):
    (drop_piper("bad") / "en_XX-fake-low.onnx.json").unlink()

    with pytest.raises(UnknownModel, match=r"model 'piper-bad' cannot be used: .*no en_XX-fake-low\.onnx\.json"):
        load_catalogue(options).resolve("en_XX-fake-low", "piper-bad")


def test_a_tilde_in_the_folder_is_the_home():
    assert ModelOptions(folder=Path("~/voices")).folder == Path.home() / "voices"


def test_options_refuse_unknown_keys_and_negative_slowness():
    with pytest.raises(ValueError, match="extra"):
        ModelOptions(folders="x")  # type: ignore[call-arg]  # the misspelling is the test
    with pytest.raises(ValueError, match="greater than or equal to 0"):
        ModelOptions(tone_rtf=-1)


def test_the_reference_page_has_a_row_for_every_pinned_model(options):
    page = (Path(__file__).parents[2] / "docs" / "reference" / "models.md").read_text(encoding="utf-8")

    for entry in [entry for entry in load_entries(options).values() if not entry.problem]:
        row = next(line for line in page.splitlines() if line.startswith(f"| `{entry.card.id}` |"))
        assert f"`{entry.card.revision}`" in row
        assert f"{entry.card.sample_rate:,} Hz" in row
        assert entry.licence in row
