"""A bundle that a user exported into the models folder, as a catalogue entry: its id is the folder's name.

Its revision comes from the manifest, which names every file's sha256, and from every setting that changes what is
heard: so a bundle exported anew, or other steps, never share segments. The tokenizer's ranks are the only file that can
be fetched.
"""

import hashlib
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from models.catalog import FileEntry, ModelEntry, Source, with_family
from models.cosyvoice.bundle import MANIFEST, read_bundle
from models.cosyvoice.clones import clones, passed_over
from models.cosyvoice.facts import Bundle
from models.cosyvoice.flow import Steps
from models.cosyvoice.tokenizer import RANKS
from models.options import ModelOptions
from pipeline.errors import ModelDamaged, ModelMissing
from pipeline.voices import ModelCard, Voice

LANGUAGES = ("zh", "en", "ja", "yue", "ko")

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # '+' and ':' would be a blend
#: The names of the published voices, and what they are called where everything is ASCII.
_IDS = {
    "中文女": ("zh-female", "female"),
    "中文男": ("zh-male", "male"),
    "日语男": ("ja-male", "male"),
    "粤语女": ("yue-female", "female"),
    "英文女": ("en-female", "female"),
    "英文男": ("en-male", "male"),
    "韩语女": ("ko-female", "female"),
}
#: Plain text to this tokenizer. The original puts the first after an instruction; one that brings a mark keeps it.
_INSTRUCTION_ENDS = ("<endofprompt>", "<|endofprompt|>")
_RANKS = FileEntry(
    RANKS,
    816_730,
    "b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126",
    (
        Source("pip", ("mlx-whisper==0.4.3",), "assets/multilingual.tiktoken"),
        Source(
            "url", ("https://raw.githubusercontent.com/openai/whisper/v20240930/whisper/assets/multilingual.tiktoken",)
        ),
    ),
)


def dropped_bundle(folder: Path, options: ModelOptions) -> ModelEntry:
    """Return the entry of a folder that holds a manifest; one that cannot be used carries its problem."""
    if not _NAME.fullmatch(folder.name):
        return _unusable(folder, f"bundle folder {folder.name!r}: a name holds letters, digits, '_', '.' and '-' only")
    try:
        bundle = read_bundle(folder)
    except (ModelDamaged, ModelMissing) as err:
        return _unusable(folder, err.message)
    cloned = _cloned(bundle, folder)
    card = ModelCard(
        id=folder.name,
        revision=with_family(f"{digest_of(folder)}-{heard(bundle, options)}", "cosyvoice"),
        sample_rate=bundle.rates.sample_rate,
        languages=LANGUAGES,
        voices=tuple(voice for _, voice in named_voices(bundle, folder.name)) + cloned,
        takes_text=True,
    )
    files = [FileEntry(file.name, file.size_bytes, file.sha256, ()) for file in bundle.files]
    if bundle.tokenizer == "whisper-multilingual":
        files.append(_RANKS)
    return ModelEntry(
        card,
        "cosyvoice",
        bundle.licence,
        folder,
        tuple(files),
        needs_mb=needs_mb(bundle, cloned=bool(cloned)),
        notes=passed_over(folder),
    )


def digest_of(folder: Path) -> str:
    """Return what a revision begins with: the manifest names every file's sha256."""
    return hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()[:12]


def _unusable(folder: Path, problem: str) -> ModelEntry:
    return ModelEntry(ModelCard(folder.name, "", 0, (), ()), "cosyvoice", "unknown", folder, (), problem=problem)


def named_voices(bundle: Bundle, model_id: str) -> list[tuple[str, Voice]]:
    """Return each voice with its name in the checkpoint; ids are ASCII and one voice each, its own names are understood."""
    made: list[tuple[str, Voice]] = []
    taken = {facts.name for facts in bundle.voices if _NAME.fullmatch(facts.name)}
    for number, facts in enumerate(bundle.voices, 1):
        name, gender = _IDS.get(facts.name, (facts.name, None))
        if name != facts.name or name not in taken:
            name = next(each for each in _proposed(name, number) if each not in taken)
            taken.add(name)
        aliases = () if name == facts.name else (facts.name,)
        languages = (*facts.languages, *(each for each in LANGUAGES if each not in facts.languages))
        rate = bundle.rates.sample_rate
        made.append((facts.name, Voice(name, model_id, languages, rate, bundle.licence, gender, aliases)))
    return made


def _proposed(name: str, number: int) -> Iterator[str]:
    if _NAME.fullmatch(name):
        yield name
    yield f"voice-{number}"
    for again in count(2):
        yield f"voice-{number}-{again}"


def _cloned(bundle: Bundle, folder: Path) -> tuple[Voice, ...]:
    return tuple(
        Voice(
            id=clone.id,
            model=folder.name,
            languages=(clone.language, *(each for each in LANGUAGES if each != clone.language)),
            sample_rate=bundle.rates.sample_rate,
            licence="the recording's",
            aliases=(clone.name,),
        )
        for clone in clones(folder)
    )


def steps_of(bundle: Bundle, options: ModelOptions) -> Steps:
    """Return how the flow is followed: as the settings say, else as the bundle does."""
    steps = options.cosyvoice_steps or bundle.defaults.steps
    guidance = bundle.defaults.guidance if options.cosyvoice_guidance is None else options.cosyvoice_guidance
    guided = steps if options.cosyvoice_guided_steps is None else min(options.cosyvoice_guided_steps, steps)
    return Steps(steps, guidance, guided if guidance else 0)


def instruction(options: ModelOptions) -> str:
    """Return the instruction with the mark that ends it, as an Instruct checkpoint reads it; "" when there is none."""
    told = options.cosyvoice_instruction.strip()
    return told if not told or any(mark in told for mark in _INSTRUCTION_ENDS) else told + _INSTRUCTION_ENDS[0]


def strict(bundle: Bundle, options: ModelOptions) -> bool:
    """Whether what is said is judged."""
    return options.cosyvoice_guards == "strict" and not bundle.synthetic


def heard(bundle: Bundle, options: ModelOptions) -> str:
    """Return the settings that change what is heard, as a part of the revision."""
    how = steps_of(bundle, options)
    tag = "" if options.cosyvoice_tag else "-untagged"
    told = f"-i{hashlib.sha256(instruction(options).encode()).hexdigest()[:8]}" if instruction(options) else ""
    guards = "" if strict(bundle, options) else "-unguarded"
    return f"s{how.steps}-r{how.guidance:g}-c{how.guided_steps}{tag}{told}{guards}"


def needs_mb(bundle: Bundle, *, cloned: bool) -> int:
    """Estimate what a process takes that speaks the longest segments, in MB.

    Measured with a full-size balanced bundle of 460 MB, one thread: 1,097 MB at ten seconds, 240 more at the most of twenty;
    segments of mixed length leave up to 90 in the heap. A recording of 15 seconds that is heard before every segment takes
    as much again as the speech.
    """
    activations = 730 * (2 if cloned else 1) * bundle.dims.llm_width / 1024
    return round(150 + 1.2 * bundle.size_bytes / 1e6 + activations)
