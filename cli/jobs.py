"""The commands about jobs: submit, status, wait, get, cancel."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import options
from cli.context import client_of, settings_of, store_of
from cli.each import each_job
from cli.output import emit
from cli.requests import Choices, Manner, checked_texts, declared, key_values, request_for
from cli.show import job_text
from cli.waiting import wait_for
from pipeline.errors import InputError
from pipeline.request import MEDIA_TYPES

if TYPE_CHECKING:
    from tasks.job import Job

Media = Annotated[str | None, typer.Option("--media-type", metavar="T", help=f"One of: {', '.join(MEDIA_TYPES)}")]
Formats = Annotated[list[str], typer.Option("--format", metavar="F", help="wav flac mp3 opus; repeatable")]
Meta = Annotated[list[str], typer.Option("--meta", metavar="KEY=VALUE", help="Kept with the job; repeatable")]

DEFAULT_FORMATS, NOTHING = ["mp3"], list[str]()  # typer copies its defaults


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (submit, status, wait, get, cancel):
        app.command()(command)


def submit(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Texts; - is standard input.")],
    voice: options.Voice = options.DEFAULT_VOICE,
    model: options.Model = None,
    lang: options.Lang = None,
    speed: options.Speed = 1.0,
    formats: Formats = DEFAULT_FORMATS,
    media_type: Media = None,
    ssml: options.Ssml = False,
    book: Annotated[bool, typer.Option("--book", help="Also one file over all chapters.")] = False,
    priority: Annotated[str, typer.Option("--priority", metavar="P", help="auto, short or long")] = "auto",
    job_id: Annotated[str | None, typer.Option("--id", metavar="ID", help="Choose the job id (one file).")] = None,
    ttl_s: Annotated[int | None, typer.Option("--ttl-s", metavar="N", help="Seconds to keep job and audio.")] = None,
    meta: Meta = NOTHING,
    wait: Annotated[bool, typer.Option("--wait", help="Wait for the jobs.")] = False,
    mp3_kbps: options.Kbps = None,
    seed: options.Seed = 0,
    lexicon: options.Lexicon = None,
    voice_for: options.VoiceFor = None,
    emoji: options.Emoji = "drop",
    pause: options.Pause = None,
    json: options.Json = False,
) -> None:
    """Queue one job a file and print the job ids."""
    if job_id and len(files) > 1:
        raise InputError(f"--id names one job, given {len(files)} files", given=len(files))
    media_type = declared(media_type, ssml=ssml)
    settings = settings_of(ctx)
    manner = Manner(settings.speech.lexicon, lexicon, voice_for, emoji, pause)
    request = request_for(
        Choices(voice, model, lang, speed, mp3_kbps, seed, manner), formats=formats, media_type=media_type or "text/plain",
        book=book, priority=priority, ttl_s=ttl_s, metadata=key_values(meta), id=job_id,
    )  # fmt: skip
    texts = checked_texts(files, media_type)  # all of them before the first is queued
    client = client_of(settings)
    queued = (client.submit(replace(request, media_type=kind), document=text, job_id=job_id).id for text, kind in texts)
    jobs = zip(files, queued, strict=True)
    ids = list(_told(jobs, silent=wait and json, as_json=json))  # with both, the results are the lines
    if wait:
        raise typer.Exit(wait_for(client, ids, timeout_s=None, as_json=json))


def _told(jobs: Iterable[tuple[str, str]], *, silent: bool, as_json: bool) -> Iterator[str]:
    """Print each job's id as soon as it is queued, and yield it."""
    for name, job_id in jobs:
        if not silent:
            emit({"job_id": job_id, "file": name}, job_id, as_json=as_json)
        yield job_id


def status(ctx: typer.Context, job_id: options.Id, json: options.Json = False) -> None:
    """Show one job: state, progress and, when done, what was made."""
    state = client_of(settings_of(ctx)).find(job_id).status()
    emit(state, job_text(state), as_json=json)


def wait(
    ctx: typer.Context,
    job_ids: options.Ids,
    timeout: Annotated[float | None, typer.Option("--timeout", metavar="S", help="Seconds; default: none.")] = None,
    json: options.Json = False,
) -> None:
    """Wait until jobs are final."""
    raise typer.Exit(wait_for(client_of(settings_of(ctx)), job_ids, timeout_s=timeout, as_json=json))


def get(
    ctx: typer.Context,
    job_id: options.Id,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE|DIR", help="Where the audio goes.")],
    json: options.Json = False,
) -> None:
    """Download a finished job's audio and verify it."""
    from cli.downloads import STDOUT, download, write

    if output == STDOUT and json:
        raise InputError("--json and -o - both want standard output: name a file or a folder", given="-")
    settings = settings_of(ctx)
    job = client_of(settings).find(job_id)
    if output == STDOUT:
        write(job, store_of(settings), sys.stdout.buffer)
        return
    files = download(job, output)
    emit({"job_id": job.id, "files": [str(path) for path in files]}, "\n".join(map(str, files)), as_json=json)


def cancel(ctx: typer.Context, job_ids: options.Ids, json: options.Json = False) -> None:
    """Cancel jobs; identical jobs of others go on."""

    def stop(job: "Job") -> None:
        state = job.cancel()
        emit({"job_id": job.id, "state": state}, f"{job.id} {state}", as_json=json)

    raise typer.Exit(each_job(client_of(settings_of(ctx)), job_ids, stop, as_json=json))
