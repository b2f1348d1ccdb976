"""What training leaves in a checkpoint is tolerated and listed; what is missing or of another size is refused by name."""

import json

import numpy as np
import pytest

from models.export.cosyvoice.arch import OFFICIAL, config_of, read_arch
from models.export.cosyvoice.layout import layout
from pipeline.errors import ModelDamaged, ModelMissing
from tests.cosyvoice.checkpoints import OTHER, SMALL

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.export

from models.export.cosyvoice.checkpoint import fold_weight_norm, read_checkpoint  # noqa: E402 - after the skip
from models.export.cosyvoice.random_checkpoint import write_random_checkpoint  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    write_random_checkpoint(tmp_path, SMALL)
    return tmp_path


def change(path, edit):
    content = torch.load(path, weights_only=True)
    torch.save(edit(content) or content, path)


def test_counters_prefixes_halves_and_further_tensors_are_tolerated_and_listed(folder):
    before = read_checkpoint(folder)
    change(folder / "llm.pt", lambda c: c.update(epoch=7, step=123456))
    change(folder / "flow.pt", lambda c: {name: value.half() for name, value in c.items()})
    change(folder / "hift.pt", lambda c: {f"generator.{name}": value for name, value in c.items()})
    change(folder / "hift.pt", lambda c: c.update({"generator.stft_window": torch.ones(16)}))

    after = read_checkpoint(folder)

    told = " | ".join(after.notes)
    for word in (
        "llm.pt: epoch = 7",
        "step = 123456",
        "tensors are not float32 (widened)",
        "1 tensors more",
        "stft_window",
    ):
        assert word in told
    assert before.notes == ()
    for part in ("llm", "flow", "hift"):
        for name, value in before.parts[part].items():
            given = after.parts[part][name]
            assert given.dtype == torch.float32
            assert torch.allclose(given, value, atol=2e-3 if part == "flow" else 0)


def test_weight_norm_is_folded_in_either_spelling():
    noise = torch.Generator().manual_seed(1)
    direction = torch.randn(6, 4, 3, generator=noise)
    magnitude = torch.rand(6, 1, 1, generator=noise)
    wanted = torch._weight_norm(direction, magnitude, 0)  # torch's own

    for spelling in (("x.parametrizations.weight.original0", "x.parametrizations.weight.original1"), ("x.weight_g", "x.weight_v")):  # fmt: skip
        folded = fold_weight_norm(dict(zip(spelling, (magnitude, direction), strict=True)))
        assert set(folded) == {"x.weight"}
        assert torch.allclose(folded["x.weight"], wanted, atol=1e-6)


def test_a_missing_file_is_named_with_all_that_are_needed(folder):
    (folder / "hift.pt").unlink()

    with pytest.raises(ModelMissing, match=r"lacks hift\.pt; needed are llm\.pt, flow\.pt, hift\.pt, spk2info\.pt"):
        read_checkpoint(folder)


def test_a_missing_tensor_is_named(folder):
    change(folder / "flow.pt", lambda c: c.pop("encoder_proj.bias") is None)

    with pytest.raises(ModelDamaged, match=r"flow\.pt lacks encoder_proj\.bias \[80\]"):
        read_checkpoint(folder)


def test_another_shape_is_refused_with_both_and_the_25_hz_variant_by_name(folder):
    (folder / "config.json").unlink()

    with pytest.raises(ModelDamaged, match=r"given \[261, 16\]; allowed: \[51866, 512\] \(other sizes are told by"):
        read_checkpoint(folder)

    change(folder / "llm.pt", lambda c: c.update({"text_embedding.weight": torch.zeros(60515, 1)}))
    with pytest.raises(ModelDamaged, match=r"given \[60515, 1\]; .*the 25 Hz variant, which voicemill does not speak"):
        read_checkpoint(folder)


def test_a_file_that_runs_code_when_it_is_read_is_refused(folder):
    class Evil:
        def __reduce__(self):
            return (print, ("it ran",))

    torch.save({"x": Evil()}, folder / "llm.pt")

    with pytest.raises(ModelDamaged, match="other objects, which may be code and are not run") as refused:
        read_checkpoint(folder)
    assert "weights_only" not in refused.value.message  # nobody is told how to run it


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "torch can read, or was cut off"),
        (b"PK\x03\x04", "torch can read, or was cut off"),
        (b"version https://git-lfs", "another kind of file"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused(folder, content, says):
    (folder / "llm.pt").write_bytes(content)

    with pytest.raises(ModelDamaged, match=rf"llm\.pt is .*{says}"):
        read_checkpoint(folder)


@pytest.mark.parametrize("length", [0.1, 0.5, 0.99])
def test_a_file_that_was_cut_off_is_refused(folder, length):
    content = (folder / "llm.pt").read_bytes()
    (folder / "llm.pt").write_bytes(content[: int(len(content) * length)])

    with pytest.raises(ModelDamaged, match=r"llm\.pt is not a checkpoint that torch can read, or was cut off"):
        read_checkpoint(folder)


def test_a_file_with_a_wrong_bit_is_refused(folder):
    content = bytearray((folder / "flow.pt").read_bytes())
    content[len(content) // 2] ^= 1
    (folder / "flow.pt").write_bytes(content)

    with pytest.raises(ModelDamaged, match=r"flow\.pt is damaged: \S+ in it is not what was written"):
        read_checkpoint(folder)


def spoil(values):
    values[0, 0] = float("nan")
    return values


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (spoil, r"given weights that are no numbers; allowed: finite ones"),
        (lambda values: values.to(torch.int64), r"given torch\.int64, torch\.strided; allowed: dense floating point"),
        (lambda values: values.to(torch.complex64), r"given torch\.complex64"),
        (lambda values: values.to_sparse(), r"given torch\.float32, torch\.sparse_coo"),
        (lambda values: values[0, 0].clone(), r"given \[\]; allowed: \[261, 16\]"),
    ],
)
def test_a_tensor_that_holds_no_weights_is_named(folder, make, says):
    name = "text_embedding.weight"  # a table: no graph is compared with it
    change(folder / "llm.pt", lambda c: c | {name: make(c[name])})

    with pytest.raises(ModelDamaged, match=rf"llm\.pt: {name}: {says}"):
        read_checkpoint(folder)


def test_a_checkpoint_of_another_layout_is_told_with_what_it_holds(folder):
    change(folder / "llm.pt", lambda c: {"state_dict": c, "epoch": 3})

    with pytest.raises(ModelDamaged, match=r"lacks text_embedding\.weight .*; it holds 0 tensors: state_dict, epoch"):
        read_checkpoint(folder)


@pytest.mark.parametrize("name", ["", " ", "a\0b", "two\nlines"])
def test_a_voice_whose_name_nobody_can_type_is_refused(folder, name):
    torch.save({name: {"embedding": torch.ones(1, 192)}}, folder / "spk2info.pt")

    with pytest.raises(ModelDamaged, match="allowed: names that can be printed"):
        read_checkpoint(folder)


def test_a_voice_that_is_no_numbers_is_named(folder):
    torch.save({"mine": {"embedding": torch.full((1, 192), torch.inf)}}, folder / "spk2info.pt")

    with pytest.raises(ModelDamaged, match=r"spk2info\.pt: voice mine: given weights that are no numbers"):
        read_checkpoint(folder)


def test_a_voice_without_an_embedding_is_named(folder):
    torch.save({"nobody": {"embedding": torch.zeros(1, 7)}}, folder / "spk2info.pt")
    with pytest.raises(ModelDamaged, match=r"voice nobody: embedding: given \[1, 7\]; allowed: \[1, 192\]"):
        read_checkpoint(folder)

    torch.save({"nobody": {"embedding": [0.0] * 192}}, folder / "spk2info.pt")
    with pytest.raises(ModelDamaged, match="voice nobody: embedding: given list; allowed"):
        read_checkpoint(folder)

    torch.save({}, folder / "spk2info.pt")
    with pytest.raises(ModelDamaged, match="holds no voices"):
        read_checkpoint(folder)


def test_further_tensors_of_a_voice_are_left_out(folder):
    facts = {"embedding": torch.ones(1, 192), "speech_token": torch.zeros(1, 50)}
    torch.save({"mine": facts}, folder / "spk2info.pt")

    assert np.array_equal(read_checkpoint(folder).voices["mine"], np.ones(192, np.float32))


@pytest.mark.parametrize("arch", [SMALL, OTHER, OFFICIAL])
def test_a_config_tells_the_sizes_that_it_was_written_for(tmp_path, arch):
    (tmp_path / "config.json").write_text(json.dumps(config_of(arch)))

    assert read_arch(tmp_path) == arch


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda c: c.update(format="yaml"), "format: given 'yaml'; allowed: 'cosyvoice-v1-dims'"),
        (lambda c: c["flow"].pop("estimator"), "'estimator' is missing"),
        (lambda c: c["hift"].update(upsample_rates=[8, 4]), "given 128 samples a mel frame; allowed: 256"),
        (lambda c: c["llm"]["lm"].update(heads=5), "given 5 heads for width 32; allowed: a divisor"),
        (lambda c: c["llm"]["lm"].update(heads=0), "lm.heads: Input should be greater than or equal to 1"),
        (lambda c: c["llm"].update(llm_input_size="32"), "width: Input should be a valid integer .given: '32'"),
        (lambda c: c["llm"].update(llm_input_size=32.0), "width: Input should be a valid integer"),
        (lambda c: c["flow"]["cfm"].update(steps=0), "defaults.steps: Input should be greater than or equal to 1"),
        (lambda c: c["llm"]["sampling"].update(top_k=0), "defaults.top_k: Input should be greater than"),
        (lambda c: c["llm"]["sampling"].update(top_p=7), "defaults.top_p: Input should be less than or equal to 1"),
        (lambda c: c["llm"]["sampling"].update(max_ratio=0), "defaults.max_ratio: Input should be greater than or"),
    ],
)  # fmt: skip
def test_a_config_that_tells_no_sizes_is_refused(folder, edit, says):
    config = config_of(SMALL)
    edit(config)
    (folder / "config.json").write_text(json.dumps(config))

    with pytest.raises(ModelDamaged, match=says):
        read_arch(folder)


def test_the_official_sizes_have_the_official_number_of_weights():
    def count(part):
        return sum(int(np.prod(shape)) for shape in layout(part, OFFICIAL).values())

    assert count("llm") == 310_718_465
    assert count("flow") == 104_874_752
    # 20,460,591 as published, less the magnitudes of weight norm
    assert 20_440_000 < count("hift") <= 20_460_591
