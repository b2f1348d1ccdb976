import pytest

from models.kokoro import Kokoro
from models.loader import Loader
from models.piper import Piper
from models.tone import Tone
from pipeline.errors import ModelMissing, UnknownModel
from pipeline.voices import Catalogue


def test_it_opens_each_kind_by_its_catalogue_entry(options, drop_piper):
    drop_piper("amy")
    loader = Loader(options)

    assert isinstance(loader.open("kokoro"), Kokoro)
    assert isinstance(loader.open("piper-amy"), Piper)
    assert isinstance(loader.open("tone"), Tone)
    assert loader.open("tone").card is loader.catalogue.model("tone")


def test_it_keeps_one_synthesizer_and_closes_the_one_before(options, drop_piper, monkeypatch):
    drop_piper("amy")
    closed = []
    monkeypatch.setattr(Piper, "close", lambda self: closed.append(self.card.id))
    loader = Loader(options)

    first = loader.open("piper-amy")
    assert loader.open("piper-amy") is first
    assert not closed
    loader.open("tone")
    assert closed == ["piper-amy"]
    assert loader.open("piper-amy") is not first


def test_opening_is_cheap_and_missing_files_show_at_the_first_segment(options, voice, noise):
    kokoro = Loader(options).open("kokoro")

    assert kokoro.limits(1.0).most == 220
    with pytest.raises(ModelMissing, match="voicemill models pull kokoro"):
        kokoro.synthesize("h", voice("kokoro", af_heart=1.0), speed=1.0, noise=noise)


def test_an_unknown_model_is_refused_with_the_nearest(options):
    with pytest.raises(UnknownModel, match="'kokoro'"):
        Loader(options).open("kokro")


def test_a_given_catalogue_narrows_what_can_be_opened(options):
    full = Loader(options).catalogue
    loader = Loader(options, Catalogue([full.model("tone")]))

    assert list(loader.catalogue.models) == ["tone"]
    with pytest.raises(UnknownModel):
        loader.open("kokoro")
