"""One synthesizer at a time: a worker's memory is bounded by its largest model, not by all that it has ever spoken."""

from models.catalog import NEEDS_MB, RTF, ModelEntry, catalogue_of, load_catalogue, load_entries
from models.options import ModelOptions
from pipeline.errors import ModelDamaged
from pipeline.ports import Synthesizer
from pipeline.voices import Catalogue


class Loader:
    """Opens models for one process. Cheap until the first `synthesize`; made before or after a fork."""

    def __init__(self, options: ModelOptions, catalogue: Catalogue | None = None) -> None:
        self._options = options
        self._entries = load_entries(options)
        self._catalogue = catalogue or catalogue_of(self._entries)
        self._current: Synthesizer | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The models and voices that can be asked for."""
        return self._catalogue

    def reread(self) -> Catalogue:
        """Return the models and voices that are there now: a bundle may have been exported anew, a voice added."""
        return load_catalogue(self._options)

    def needs_mb(self, model_id: str) -> int:
        """Return the memory of a process that speaks with this model. Raises UnknownModel."""
        entry = self._entries[self._catalogue.model(model_id).id]
        return entry.needs_mb or NEEDS_MB[entry.kind]

    def rtf(self, model_id: str) -> float:
        """Return synthesis seconds for a second of audio, about, on one core. Raises UnknownModel."""
        return RTF[self._entries[self._catalogue.model(model_id).id].kind]

    def is_open(self, model_id: str) -> bool:
        """Whether this is the model that is open."""
        return self._current is not None and self._current.card.id == model_id

    def open(self, model_id: str) -> Synthesizer:
        """Return the model's synthesizer; another one that was open is closed.

        Raises UnknownModel. Missing files are noticed at the first use: a producer needs only the spelling.
        """
        card = self._catalogue.model(model_id)
        if self._current is not None and self.is_open(card.id):
            return self._current
        self.close()
        self._current = self._made(model_id)
        return self._current

    def close(self) -> None:
        """Free the open synthesizer, if there is one."""
        if self._current is not None:
            self._current.close()
            self._current = None

    def _made(self, model_id: str) -> Synthesizer:
        if model_id not in self._entries:
            raise ModelDamaged(f"model {model_id!r} is in the catalogue given, but its files are not known here")
        entry: ModelEntry = self._entries[model_id]
        if entry.kind == "kokoro":
            from models.kokoro import Kokoro

            return Kokoro(entry, self._options)
        if entry.kind == "piper":
            from models.piper import Piper

            return Piper(entry, self._options)
        if entry.kind == "cosyvoice":
            from models.cosyvoice.synthesizer import CosyVoice

            return CosyVoice(entry, self._options)
        from models.tone import Tone

        return Tone(entry.card, self._options)
