"""Queues jobs and waits for their text."""

from __future__ import annotations

from asyncio import CancelledError
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Optional

from .errors import ApiError, ConnectionFailed, EarshotError, RateLimited, TranscriptionFailed
from .flow import MAX_DELAY_SECONDS, Flow, Settings, Sleep, ask, may_pass, new_key, path_of
from .types import NewTranscription, QueuedTranscription, Transcription
from .upload import Audio, UploadProgress, send

#: Called about every two seconds with the job so far.
JobProgress = Callable[[Transcription], None]

_PROGRESS_SECONDS = 2.0
_LONGEST_WAIT_SECONDS = 25
#: Time since the first answer that was missing, after which a wait ends. A live session survives as much.
_LONGEST_OUTAGE_SECONDS = 600.0


def create(settings: Settings, job: Mapping[str, Any], key: Optional[str]) -> Flow[QueuedTranscription]:
    return (yield from ask(settings, "POST", "/v1/transcriptions", body=job, key=key or new_key()))


def get(settings: Settings, transcription_id: str, params: Mapping[str, Any]) -> Flow[Transcription]:
    return (yield from ask(settings, "GET", path_of("transcriptions", transcription_id), params=params))


def submit(
    settings: Settings,
    audio: Optional[Audio],
    options: NewTranscription,
    key: Optional[str] = None,
    on_upload: Optional[UploadProgress] = None,
) -> Flow[QueuedTranscription]:
    """Uploads the audio, if given, and queues a job."""
    kept = key or new_key()
    if audio is None:
        return (yield from create(settings, options, kept))

    def queue(upload_id: str, name: Optional[str]) -> Flow[QueuedTranscription]:
        named = {"filename": name} if name else {}
        return (yield from create(settings, {**named, **options, "upload_id": upload_id}, kept))

    return (yield from send(settings, audio, kept, queue, on_upload=on_upload, label=options.get("filename")))


@contextmanager
def named(transcription_id: str) -> Iterator[None]:
    """Adds the id of the job to the error that ends a wait, including Ctrl-C, because the job continues.

    This includes a cancellation of asyncio that passes here, but its caller may get another error object.
    """
    try:
        yield
    except (EarshotError, KeyboardInterrupt, CancelledError) as error:
        setattr(error, "transcription_id", transcription_id)
        raise


def _next(settings: Settings, transcription_id: str, params: Mapping[str, Any]) -> Flow[Transcription]:
    """The current job. Uses a waiting request; if both of the key's waiting requests are in use, polls again later."""
    given_up_at: Optional[float] = None
    while True:
        try:
            return (yield from get(settings, transcription_id, params))
        except RateLimited as error:
            # An answer shows that the service is reachable.
            given_up_at = None
            params = {}
            seconds = error.retry_after or _PROGRESS_SECONDS
        except (ApiError, ConnectionFailed) as error:
            given_up_at = given_up_at or settings.now() + _LONGEST_OUTAGE_SECONDS
            if not may_pass(error) or settings.now() >= given_up_at:
                raise
            seconds = MAX_DELAY_SECONDS
        yield Sleep(seconds)


def wait(
    settings: Settings, transcription_id: str, on_progress: Optional[JobProgress] = None
) -> Flow[Transcription]:
    """Waits until the job has ended. Tolerates ten minutes without an answer.

    Raises `TranscriptionFailed` if the job ends without a text.
    """
    while True:
        job = yield from _next(settings, transcription_id, {} if on_progress else {"wait": _LONGEST_WAIT_SECONDS})
        if on_progress:
            on_progress(job)
        if job["status"] == "completed":
            return job
        if job["status"] not in ("queued", "processing"):
            raise TranscriptionFailed(job)
        if on_progress:
            yield Sleep(_PROGRESS_SECONDS)
