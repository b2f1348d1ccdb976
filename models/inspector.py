"""What `inspect` needs of the models: the speller that a job would have, or, where no voice is here, the text's own."""

from dataclasses import replace

from models.loader import Loader
from models.text_front import TextOnly
from pipeline.detect import detect_language
from pipeline.inspection import Inspector
from pipeline.plan import PlanContext
from pipeline.ports import Notice
from pipeline.recipe import directed
from pipeline.request import Request
from pipeline.script import Script
from pipeline.voices import VoiceBlend


def inspector_for(request: Request, script: Script, loader: Loader, *, voiceless: bool) -> Inspector:
    """Return what writes out the plan of a request.

    Args:
        request: as a job would have it; its voice counts only where there is one.
        script: its text, parsed.
        loader: knows the voices.
        voiceless: no voice here speaks the language; the spoken form is shown alone.

    Raises:
        UnknownVoice, UnsupportedLanguage, ExtraMissing: as the job would.
    """
    if voiceless:
        language = (request.language or "en").lower().replace("_", "-").split("-")[0]
        nobody = VoiceBlend("text", ())
        options = replace(request.options, voices={})
        context = PlanContext(TextOnly(), nobody, language, request.speed, options)
        return Inspector(context, 0.0, notices=(Notice("no_voice", language, 0, 0),))
    request = directed(request, script, loader.catalogue)
    voice = loader.catalogue.resolve(request.voice, request.model)
    context = PlanContext(
        synthesizer=loader.open(voice.model),
        voice=voice,
        language=loader.catalogue.language_for(voice, request.language),
        speed=request.speed,
        options=request.options,
    )
    return Inspector(context, loader.rtf(voice.model), notices=_mistaken(request, script, context.language))


def _mistaken(request: Request, script: Script, language: str) -> tuple[Notice, ...]:
    """Return a notice where nobody named the language and the text is plainly in another one than the voice's."""
    if request.language is not None:
        return ()
    text = script.chapters[0].text
    found = detect_language(text, language)
    return () if found == language else (Notice("language_mismatch", f"{found}, not {language}", 0, 0),)
