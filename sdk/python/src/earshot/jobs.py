"""From audio to its text."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Optional

from .errors import RateLimited, TranscriptionFailed
from .flow import Flow, Settings, Sleep, ask, new_key, path_of
from .types import NewTranscription, QueuedTranscription, Transcription
from .upload import Audio, UploadProgress, send

#: Called about every two seconds with the job so far.
JobProgress = Callable[[Transcription], None]

_PROGRESS_SECONDS = 2.0
_LONGEST_WAIT_SECONDS = 25


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
    """Uploads the audio, if there is any, and queues a job."""
    kept = key or new_key()
    if audio is None:
        return (yield from create(settings, options, kept))

    def queue(upload_id: str, name: Optional[str]) -> Flow[QueuedTranscription]:
        named = {"filename": name} if name else {}
        return (yield from create(settings, {**named, **options, "upload_id": upload_id}, kept))

    return (yield from send(settings, audio, kept, queue, on_upload=on_upload, label=options.get("filename")))


def wait(
    settings: Settings, transcription_id: str, on_progress: Optional[JobProgress] = None
) -> Flow[Transcription]:
    """Waits until the job has ended. Raises `TranscriptionFailed` for one without a text."""
    while True:
        try:
            params = {} if on_progress else {"wait": _LONGEST_WAIT_SECONDS}
            job = yield from get(settings, transcription_id, params)
        except RateLimited as error:
            # The key has two places to wait. Without one it asks again later.
            yield Sleep(error.retry_after or _PROGRESS_SECONDS)
            job = yield from get(settings, transcription_id, {})
        if on_progress:
            on_progress(job)
        if job["status"] == "completed":
            return job
        if job["status"] not in ("queued", "processing"):
            raise TranscriptionFailed(job)
        if on_progress:
            yield Sleep(_PROGRESS_SECONDS)
