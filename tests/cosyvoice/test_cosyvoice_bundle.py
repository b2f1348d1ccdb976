"""A bundle's manifest says everything that is not arithmetic, and what does not hold together is refused by name."""

import json
from dataclasses import replace

import numpy as np
import pytest

from models.cosyvoice.bundle import MANIFEST, facts_of, read_bundle, verify, write_bundle
from models.cosyvoice.facts import Bundle, Dims, GraphFacts, Specials, VoiceFacts, table_shapes
from models.cosyvoice.graphs import GRAPHS, signature
from models.cosyvoice.tables import open_table, open_voices, write_table, write_voices
from pipeline.errors import ModelDamaged, ModelMissing

TINY = Dims(
    text_vocab=600, text_width=8, text_layers=1, text_heads=2, llm_width=16, lm_layers=3, lm_heads=2, lm_head_width=8,
    speech_vocab=20, speaker=192, flow_width=8, flow_layers=1, flow_heads=2, estimator_heads=2, mel=80, harmonics=9,
    stft_fft=16, stft_hop=4,
)  # fmt: skip


def small_bundle(folder):
    """A bundle whose graphs are no graphs: what is tested here never opens them."""
    random = np.random.default_rng(1)
    graphs = {}
    for name in GRAPHS:
        (folder / f"{name}.onnx").write_bytes(name.encode())
        graphs[name] = GraphFacts(("float32",), (facts_of(folder / f"{name}.onnx"),))
    tables = {
        name: write_table(name, random.standard_normal(shape, dtype=np.float32), "float32", folder)
        for name, shape in table_shapes(TINY).items()
    }
    voices = {"英文女": random.standard_normal(192, dtype=np.float32)}
    return Bundle(
        model="cosyvoice-300m-sft",
        profile="full",
        licence="Apache-2.0",
        tokenizer="bytes-tiny",
        dims=TINY,
        specials=Specials(start=0, task=1, end_of_speech=20),
        graphs=graphs,
        tables=tables,
        voices_file=write_voices(voices, folder / "voices.npz"),
        voices=(VoiceFacts("英文女", ("en",)),),
        checkpoint={"llm.pt": "0" * 64},
    )


@pytest.fixture
def written(tmp_path):
    bundle = small_bundle(tmp_path)
    write_bundle(bundle, tmp_path)
    return bundle


def change(folder, edit):
    path = folder / MANIFEST
    content = json.loads(path.read_text(encoding="utf-8"))
    edit(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def test_a_bundle_that_was_written_reads_back_equal(written, tmp_path):
    assert read_bundle(tmp_path) == written
    assert verify(written, tmp_path) == []


def test_the_size_of_a_bundle_is_that_of_its_files(written, tmp_path):
    files = [path for path in tmp_path.iterdir() if path.name != MANIFEST]

    assert written.size_bytes == sum(path.stat().st_size for path in files)


def test_a_folder_without_a_manifest_is_a_missing_model_that_names_the_command(tmp_path):
    with pytest.raises(ModelMissing, match=r"bundle\.json.*voicemill models export"):
        read_bundle(tmp_path)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda c: c.pop("dims"), "dims: Field required"),
        (lambda c: c.update(colour="blue"), "colour: .*blue"),
        (lambda c: c["dims"].update(lm_heads="2"), r"dims\.lm_heads: .*'2'"),
        (lambda c: c["dims"].update(lm_layers=-1), r"dims\.lm_layers: .* greater than or equal to 1 .given: -1"),
        (lambda c: c["rates"].update(token_hz=0), r"rates\.token_hz: .*given: 0"),
        (lambda c: c["defaults"].update(steps=0), r"defaults\.steps: .*given: 0"),
        (lambda c: c["defaults"].update(max_ratio=0.1), r"defaults\.max_ratio: .*given: 0\.1"),
        (lambda c: c["defaults"].update(peak=float("nan")), r"defaults\.peak: .*finite number"),
        (lambda c: c["specials"].update(start=7), r"specials\.start: .*given: 7"),
        (lambda c: c["graphs"]["lm"].update(files=[]), r"graphs\.lm\.files: .*at least 1 item"),
        (lambda c: c.update(voices=[]), r"voices: .*at least 1 item"),
        (lambda c: c["voices"].append(c["voices"][0]), "voices: given 英文女 twice; allowed: each name once"),
        (lambda c: c["voices"][0].update(languages=["fr"]), "languages of voice 英文女: given fr; allowed: en, zh, ja"),
        (lambda c: c.update(version=2, more={}), "format and version: given voicemill-cosyvoice 2; allowed: voicemill-cos"),
        (lambda c: c.update(version=2), "given voicemill-cosyvoice 2; allowed: voicemill-cosyvoice 1"),
        (lambda c: c.update(profile="huge"), "profile: .*'full', 'balanced' or 'lite'.*'huge'"),
        (lambda c: c["graphs"].pop("lm"), "graphs: given .*; allowed: .*lm_pos, lm, "),
        (lambda c: c["tables"]["source_weight"].update(shape=[8]), r"table source_weight: given \(8,\); allowed: \(9,\)"),
        (lambda c: c["tables"]["source_weight"].update(dtype="int8"), "scales with int8"),
        (lambda c: c.update(tokenizer="whisper-multilingual"), "given 600; allowed: a text vocabulary of 51866"),
        (lambda c: c["specials"].update(end_of_speech=4096), "given 4096; allowed: speech_vocab = 20"),
        (lambda c: c["dims"].update(lm_heads=4), "given 4 x 8; allowed: llm_width = 16"),
        (lambda c: c["voices_file"].update(name="../voices.npz"), "a name without folders"),
        (lambda c: c["voices_file"].update(size_bytes=1), r"voices\.npz: given \d+ bytes; allowed: 1 bytes"),
    ],
)  # fmt: skip
def test_what_does_not_hold_together_is_refused_with_what_was_given_and_what_is_allowed(written, tmp_path, edit, says):
    change(tmp_path, edit)

    with pytest.raises(ModelDamaged, match=says):
        read_bundle(tmp_path)


def test_a_missing_file_is_named(written, tmp_path):
    (tmp_path / "lm.onnx").unlink()

    with pytest.raises(ModelMissing, match=r"lacks lm\.onnx"):
        read_bundle(tmp_path)


def test_a_changed_byte_is_found_by_verify(written, tmp_path):
    (tmp_path / "lm.onnx").write_bytes(b"ml")

    assert verify(read_bundle(tmp_path), tmp_path) == ["lm.onnx"]


def test_a_manifest_is_not_written_over_files_that_are_not_its_own(tmp_path):
    bundle = small_bundle(tmp_path)

    with pytest.raises(ModelDamaged):
        write_bundle(replace(bundle, specials=Specials(0, 1, 5)), tmp_path)

    assert not (tmp_path / MANIFEST).exists()


@pytest.mark.parametrize(("dtype", "most"), [("float32", 0.0), ("float16", 2e-3), ("int8", 0.5 / 127)])
def test_a_table_gives_its_rows_within_its_rounding(tmp_path, dtype, most):
    values = np.random.default_rng(2).uniform(-1, 1, (50, 8)).astype(np.float32)
    values[7] = 0
    rows = open_table(write_table("t", values, dtype, tmp_path), tmp_path)

    given = rows.take([7, 3, 49])

    assert given.dtype == np.float32
    assert np.abs(given - values[[7, 3, 49]]).max() <= most
    assert np.array_equal(rows.whole()[[7, 3, 49]], given)
    with pytest.raises(IndexError):
        rows.take([50])


def test_a_table_of_another_shape_than_the_manifest_says_is_damaged(tmp_path):
    facts = write_table("t", np.zeros((4, 3), np.float32), "float32", tmp_path)

    with pytest.raises(ModelDamaged, match=r"given float32 \(4, 3\); allowed: float32 \(4, 4\)"):
        open_table(replace(facts, shape=(4, 4)), tmp_path)


def test_a_file_that_is_no_table_is_damaged(tmp_path):
    facts = write_table("t", np.zeros((4, 3), np.float32), "float32", tmp_path)
    (tmp_path / "t.npy").write_bytes(b"\x93NUMPY")

    with pytest.raises(ModelDamaged, match="is not a table"):
        open_table(facts, tmp_path)


def test_voices_are_read_by_name(written, tmp_path):
    assert open_voices(written, tmp_path)["英文女"].shape == (192,)


def test_a_voice_may_have_any_name(tmp_path):
    names = ("file", "allow_pickle", "a b.npy", "../up", "女")
    bundle = small_bundle(tmp_path)
    values = {name: np.full(192, number, np.float32) for number, name in enumerate(names)}
    facts = write_voices(values, tmp_path / "voices.npz")
    named = replace(bundle, voices_file=facts, voices=tuple(VoiceFacts(name, ("en",)) for name in names))

    found = open_voices(named, tmp_path)

    assert {name: int(found[name][0]) for name in names} == {name: number for number, name in enumerate(names)}


def test_a_voice_that_the_file_lacks_is_named(written, tmp_path):
    strange = replace(written, voices=(*written.voices, VoiceFacts("nobody", ("en",))))

    with pytest.raises(ModelDamaged, match=r"voice nobody: given none; allowed: float32 \(192,\)"):
        open_voices(strange, tmp_path)


def test_a_voices_file_that_is_none_is_damaged(written, tmp_path):
    (tmp_path / "voices.npz").write_bytes(b"PK")

    with pytest.raises(ModelDamaged, match="holds no voices"):
        open_voices(written, tmp_path)


def test_the_signatures_follow_the_dimensions():
    lm = signature("lm", TINY)

    assert [*lm.inputs][:4] == ["x", "idx", "bias", "k0"]
    assert lm.inputs["v2"].shape == (1, 2, "C", 8)
    assert lm.outputs["logp"].shape == (1, 21)
    assert [*lm.outputs][1:] == ["nk0", "nk1", "nk2", "nv0", "nv1", "nv2"]
    assert all(signature(name, TINY).outputs for name in GRAPHS)
