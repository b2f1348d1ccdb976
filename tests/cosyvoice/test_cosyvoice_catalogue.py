"""A bundle in the models folder is a model with voices; speaking with it needs no torch."""

import hashlib
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from models import fetch
from models.catalog import BUNDLE, Source, entry_of, load_catalogue, load_entries
from models.cosyvoice import dropped
from models.cosyvoice.bundle import MANIFEST, read_bundle
from models.cosyvoice.facts import Defaults, VoiceFacts
from models.cosyvoice.tokenizer import RANKS
from models.loader import Loader
from pipeline.errors import ModelError, ModelMissing
from pipeline.voices import Catalogue, VoiceBlend
from tests.cosyvoice.fakes import DIMS

ROOT = Path(__file__).resolve().parents[2]
MODEL = "cosyvoice-fake"


def test_a_dropped_bundle_is_a_model_by_the_name_of_its_folder(options, drop):
    drop("mine")
    card = load_catalogue(options).model("mine")

    assert (card.sample_rate, card.takes_text) == (22_050, True)
    assert set(card.languages) == {"zh", "en", "ja", "yue", "ko"}
    assert [voice.id for voice in card.voices] == ["zh-female", "en-male", "voice-3"]
    assert [voice.languages[0] for voice in card.voices] == ["zh", "en", "zh"]
    assert BUNDLE == MANIFEST


def test_the_checkpoint_s_own_names_are_understood_and_become_the_ascii_ones(options, drop):
    drop()
    catalogue = load_catalogue(options)

    assert str(catalogue.resolve("中文女")) == "zh-female"
    assert catalogue.resolve("中文女", MODEL) == catalogue.resolve("zh-female")
    assert str(catalogue.resolve("我的声音")) == "voice-3"
    assert catalogue.language_for(catalogue.resolve("英文男"), None) == "en"


def test_every_published_voice_has_a_name_of_its_own():
    names = [name for name, _ in dropped._IDS.values()]

    assert len(set(names)) == len(names) == 7
    assert all(name.isascii() for name in names)


def test_every_voice_of_a_bundle_has_an_id_of_its_own(options, drop):
    names = ["空", "a b", "voice-1", "voice-2-2", "voice-2", "中文女", "zh-female", "男+女"]
    bundle = replace(read_bundle(drop()), voices=tuple(VoiceFacts(name, ("zh",)) for name in names))
    made = dropped.named_voices(bundle, MODEL)

    ids = {name: voice.id for name, voice in made}
    assert ids == {
        "空": "voice-1-2", "a b": "voice-2-3", "voice-1": "voice-1", "voice-2-2": "voice-2-2", "voice-2": "voice-2",
        "中文女": "voice-6", "zh-female": "zh-female", "男+女": "voice-8",
    }  # fmt: skip
    card = replace(load_catalogue(options).model(MODEL), voices=tuple(voice for _, voice in made))
    assert [str(Catalogue([card]).resolve(name)) for name in names[:7]] == list(ids.values())[:7]


def test_what_changes_the_sound_changes_the_revision(options, drop):
    first = drop("one")
    drop("two", seed=1)
    drop("three", defaults=Defaults(max_ratio=3.0, steps=5))
    entries = load_entries(options)

    assert len({entries[name].card.revision for name in ("one", "two", "three")}) == 3
    assert "-s5-" in entries["three"].card.revision
    assert entries["one"].card.revision == dropped.dropped_bundle(first, options).card.revision


def test_a_bundle_that_cannot_be_used_is_listed_with_its_problem_and_offered_to_nobody(options, drop):
    folder = drop()
    (folder / "lm.onnx").unlink()
    drop("bad name+")

    states = {state.id: state for state in fetch.listing(options)}
    assert "lacks lm.onnx" in states[MODEL].problem
    assert "letters, digits" in states["bad name+"].problem
    assert not {MODEL, "bad name+"} & set(load_catalogue(options).models)


def test_memory_and_speed_are_known_before_it_is_opened(options, drop):
    drop()
    loader = Loader(options)

    assert 150 < loader.needs_mb(MODEL) < 200
    assert loader.rtf(MODEL) > 1


def test_the_tokenizer_s_ranks_are_fetched_and_all_files_are_checked(options, drop, tmp_path, monkeypatch):
    ranks = tmp_path / "ranks"
    ranks.write_bytes(b"x" * 10)
    digest = hashlib.sha256(b"x" * 10).hexdigest()
    small = replace(dropped._RANKS, size=10, sha256=digest, sources=(Source("url", (ranks.as_uri(),)),))
    monkeypatch.setattr(dropped, "_RANKS", small)
    folder = drop(tokenizer="whisper-multilingual", dims=replace(DIMS, text_vocab=51_866))

    assert not next(state for state in fetch.listing(options) if state.id == MODEL).here
    fetch.pull(MODEL, options)
    assert (folder / RANKS).read_bytes() == b"x" * 10
    assert {state.state for state in fetch.verify(options, [MODEL])} == {"ok"}
    (folder / "lm.onnx").write_bytes(b"y" * (folder / "lm.onnx").stat().st_size)
    assert {state.path for state in fetch.verify(options, [MODEL]) if state.state == "damaged"} == {"lm.onnx"}
    assert not list(folder.glob("prepared-*"))


def test_speaking_loads_no_torch_and_no_transformers(options, drop):
    drop()
    code = f"""
import sys
from pathlib import Path
import numpy as np
from models.loader import Loader
from models.options import ModelOptions
from pipeline.voices import VoiceBlend
cosy = Loader(ModelOptions(folder=Path({str(options.folder)!r}))).open({MODEL!r})
voice = VoiceBlend({MODEL!r}, (("zh-female", 1.0),))
audio = cosy.synthesize("<|zh|>你好。", voice, speed=1.0, noise=lambda *stage: np.random.default_rng(stage))
assert len(audio.samples)
import models.cosyvoice.guard, models.cosyvoice.tokenizer
print(sorted(name for name in sys.modules if name.split(".")[0] in
    {{"torch", "transformers", "torchaudio", "onnx", "librosa", "whisper", "jax", "scipy"}}))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["runtime", "image", "image-all", "build"])
def test_no_image_installs_torch_transformers_or_cuda(name):
    required = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    packages = re.findall(r"^([A-Za-z0-9_.-]+)==", required, re.MULTILINE)

    assert len(packages) > (1 if name == "build" else 20)
    heavy = re.compile(r"torch|transformers|triton|nvidia|cuda|tensorflow|jax", re.IGNORECASE)
    assert [package for package in packages if heavy.search(package)] == []


def test_a_bundle_without_its_tokenizer_names_the_command(options, drop, noise):
    folder = drop()
    entry = entry_of(MODEL, options)
    lacking = replace(entry, files=(*entry.files, dropped._RANKS))
    from models.cosyvoice.synthesizer import CosyVoice
    from pipeline.voices import VoiceBlend

    with pytest.raises(ModelMissing, match=rf"lacks multilingual\.tiktoken in {folder}: voicemill models pull {MODEL}"):
        CosyVoice(lacking, options).synthesize("a", VoiceBlend(MODEL, (("zh-female", 1.0),)), speed=1.0, noise=noise)


def test_a_bundle_that_was_replaced_before_it_was_opened_is_not_spoken_under_the_old_revision(options, drop, noise):
    folder = drop()
    cosy = Loader(options).open(MODEL)
    shutil.rmtree(folder)
    drop(seed=1)

    with pytest.raises(ModelError, match="was replaced after this process read of it; begin again"):
        cosy.synthesize("<|zh|>好。", VoiceBlend(MODEL, (("zh-female", 1.0),)), speed=1.0, noise=noise)
