"""The first promise: one command, and a chapter is there to be listened to and understood."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import soundfile as sf

from tests.quality import asr
from tests.support.broker import environment
from tests.support.weights import real_weights

pytestmark = [pytest.mark.quality, pytest.mark.weights, pytest.mark.system, pytest.mark.timeout(600)]
ROOT = Path(__file__).resolve().parents[2]
#: the year 1887 stays in digits: so the judge writes what it hears as "eighteen eighty-seven"
SAMPLE = (ROOT / "cli" / "sample_chapter.md").read_text("utf-8").removeprefix("# ")


def test_the_demo_speaks_its_sample_chapter_word_for_word(tmp_path):
    models = real_weights("kokoro")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "cli.main", "demo", "--dir", str(tmp_path / "var"), "--json"],
        cwd=tmp_path,
        env=environment() | {"PYTHONPATH": str(ROOT), "VOICEMILL_MODELS__FOLDER": str(models.folder)},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert made["result"]["unsupported_spans"] == made["result"]["warnings"] == []
    files = {Path(name).suffix: Path(name) for name in made["files"]}
    assert set(files) == {".mp3", ".wav", ".json"}
    assert sf.info(files[".mp3"]).frames == sf.info(files[".wav"]).frames > 30 * 24_000
    assert asr.error_rate(asr.words(SAMPLE), asr.words(asr.heard(files[".wav"], "en"))) <= 0.05
