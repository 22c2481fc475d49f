"""The jobs of the key's project."""

from __future__ import annotations

from typing import AsyncIterator, Iterator, Optional

from typing_extensions import Unpack

from . import jobs
from .flow import Flow, ask, path_of, text
from .jobs import JobProgress
from .runner import AsyncRunner, Runner
from .types import (
    GetTranscriptionQuery,
    GetTranscriptQuery,
    JobLedger,
    ListTranscriptionsQuery,
    NewTranscription,
    QueuedTranscription,
    Transcript,
    Transcription,
    TranscriptionSummary,
    WebhookDelivery,
)

_LIST = "/v1/transcriptions"
_NAME = "transcriptions"


class Transcriptions:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def create(self, *, idempotency_key: Optional[str] = None, **job: Unpack[NewTranscription]) -> QueuedTranscription:
        """Queues a job for audio that is uploaded, registered or at a URL. The client's `transcribe` does all steps."""
        return self._runner.run(jobs.create(self._runner.settings, job, idempotency_key))

    def get(self, transcription_id: str, **query: Unpack[GetTranscriptionQuery]) -> Transcription:
        return self._runner.run(jobs.get(self._runner.settings, transcription_id, query))

    def wait(self, transcription_id: str, *, on_progress: Optional[JobProgress] = None) -> Transcription:
        """Waits until the job has ended. Tolerates ten minutes without an answer.

        Raises `TranscriptionFailed` if the job ends without a text. Errors of this package, and the `KeyboardInterrupt`
        of a blocking call, have the id as `transcription_id`.
        """
        with jobs.named(transcription_id):
            return self._runner.run(jobs.wait(self._runner.settings, transcription_id, on_progress))

    def list(self, **query: Unpack[ListTranscriptionsQuery]) -> Iterator[TranscriptionSummary]:
        """Jobs, newest first, without their text."""
        return self._runner.pages(_LIST, query)

    def delete(self, transcription_id: str) -> None:
        """Cancels an unfinished job, and erases text and audio of an ended one."""
        self._runner.run(text(self._runner.settings, "DELETE", path_of(_NAME, transcription_id)))

    def retry(self, transcription_id: str) -> QueuedTranscription:
        """Queues a new job with the audio of a failed one."""
        return self._runner.run(ask(self._runner.settings, "POST", path_of(_NAME, transcription_id, "retry")))

    def deliveries(self, transcription_id: str) -> Iterator[WebhookDelivery]:
        """The webhook deliveries about the end of a job."""
        return self._runner.pages(path_of(_NAME, transcription_id, "deliveries"), {})

    def ledger(self, transcription_id: str) -> JobLedger:
        """The credit that the job held, returned and cost."""
        return self._runner.run(ask(self._runner.settings, "GET", path_of(_NAME, transcription_id, "ledger")))

    def file(self, transcription_id: str, **query: Unpack[GetTranscriptQuery]) -> str:
        """The text as a file in one format."""
        path = path_of(_NAME, transcription_id, "transcript")
        return self._runner.run(text(self._runner.settings, "GET", path, query))

    def srt(self, transcription_id: str) -> str:
        return self.file(transcription_id, format="srt")

    def vtt(self, transcription_id: str) -> str:
        return self.file(transcription_id, format="vtt")

    def words(self, transcription_id: str) -> Transcript:
        """The text with the times of each word."""
        path = path_of(_NAME, transcription_id, "transcript")
        return self._runner.run(ask(self._runner.settings, "GET", path, params={"format": "json"}))


class AsyncTranscriptions:
    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def create(
        self, *, idempotency_key: Optional[str] = None, **job: Unpack[NewTranscription]
    ) -> QueuedTranscription:
        return await self._runner.run(jobs.create(self._runner.settings, job, idempotency_key))

    async def get(self, transcription_id: str, **query: Unpack[GetTranscriptionQuery]) -> Transcription:
        return await self._runner.run(jobs.get(self._runner.settings, transcription_id, query))

    async def wait(self, transcription_id: str, *, on_progress: Optional[JobProgress] = None) -> Transcription:
        with jobs.named(transcription_id):
            return await self._runner.run(jobs.wait(self._runner.settings, transcription_id, on_progress))

    def list(self, **query: Unpack[ListTranscriptionsQuery]) -> AsyncIterator[TranscriptionSummary]:
        return self._runner.pages(_LIST, query)

    async def delete(self, transcription_id: str) -> None:
        await self._runner.run(text(self._runner.settings, "DELETE", path_of(_NAME, transcription_id)))

    async def retry(self, transcription_id: str) -> QueuedTranscription:
        flow: Flow[QueuedTranscription] = ask(
            self._runner.settings, "POST", path_of(_NAME, transcription_id, "retry")
        )
        return await self._runner.run(flow)

    def deliveries(self, transcription_id: str) -> AsyncIterator[WebhookDelivery]:
        return self._runner.pages(path_of(_NAME, transcription_id, "deliveries"), {})

    async def ledger(self, transcription_id: str) -> JobLedger:
        path = path_of(_NAME, transcription_id, "ledger")
        return await self._runner.run(ask(self._runner.settings, "GET", path))

    async def file(self, transcription_id: str, **query: Unpack[GetTranscriptQuery]) -> str:
        path = path_of(_NAME, transcription_id, "transcript")
        return await self._runner.run(text(self._runner.settings, "GET", path, query))

    async def srt(self, transcription_id: str) -> str:
        return await self.file(transcription_id, format="srt")

    async def vtt(self, transcription_id: str) -> str:
        return await self.file(transcription_id, format="vtt")

    async def words(self, transcription_id: str) -> Transcript:
        path = path_of(_NAME, transcription_id, "transcript")
        return await self._runner.run(ask(self._runner.settings, "GET", path, params={"format": "json"}))
