"""`voicemill models verify` of an exported bundle: what is wrong is told, with what helps."""

import json

import pytest

from tests.cosyvoice.fakes import drop_bundle

MODEL = "cosyvoice-fake"


@pytest.fixture
def bundle(settings, tmp_path):
    return drop_bundle(tmp_path / "models" / MODEL)


def test_a_bundle_that_lacks_a_file_is_not_all_right(voicemill, bundle):
    assert voicemill("models", "verify", MODEL).code == 0
    (bundle / "lm.onnx").unlink()

    for named in ((), (MODEL,)):
        done = voicemill("models", "verify", *named, "--json")
        assert done.code == 1
        (row,) = [row for row in map(json.loads, done.out.splitlines()) if row["model"] == MODEL]
        assert (row["path"], row["state"]) == (".", "damaged")
        assert f"voicemill: {MODEL}: bundle {bundle} lacks lm.onnx; export it again\n" in done.err
        assert "pull" not in done.err


def test_a_file_with_other_bytes_is_to_be_exported_again_and_not_pulled(voicemill, bundle):
    content = (bundle / "lm.onnx").read_bytes()
    (bundle / "lm.onnx").write_bytes(content[:-1] + bytes([content[-1] ^ 1]))

    done = voicemill("models", "verify", MODEL)

    assert done.code == 1
    assert (
        done.err
        == f"voicemill: {MODEL}: files are not as they were exported; export it again: voicemill models export\n"
    )
    pulled = voicemill("models", "pull", MODEL)
    assert pulled.code == 1
    assert "no source gave cosyvoice-fake/lm.onnx: it was made by an export: repeat that" in pulled.err
