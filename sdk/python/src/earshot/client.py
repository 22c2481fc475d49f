"""The clients: one that blocks, and one for asyncio."""

from __future__ import annotations

import asyncio
import time
from typing import Awaitable, Callable, Optional

import httpx
from typing_extensions import Unpack

from . import jobs
from .files import AsyncFiles, Files
from .flow import Settings, ask
from .jobs import JobProgress
from .realtime import AsyncRealtimeSessions, RealtimeSessions
from .request_log import AsyncRequestLog, RequestLog
from .runner import AsyncRunner, Runner
from .transcriptions import AsyncTranscriptions, Transcriptions
from .types import Capabilities, NewTranscription, QueuedTranscription, Transcription
from .upload import Audio, UploadProgress
from .uploads import AsyncUploads, Uploads
from .usage_reports import AsyncUsageReports, UsageReports
from .webhook_endpoints import AsyncWebhookEndpoints, WebhookEndpoints


class Earshot:
    """A client of one deployment, with the key of one project. Close it, or use it in a `with`.

    `http` is your own httpx client, for a proxy or certificates: `httpx.Client(proxy=…, verify=…)`. Its timeout is
    ignored, because requests that wait for a job take up to 25 s. `close` closes it too.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 4,
        http: Optional[httpx.Client] = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        settings = Settings(base_url, api_key, max_retries)
        self._runner = Runner(settings, http or httpx.Client(), sleep)
        self.transcriptions = Transcriptions(self._runner)
        self.uploads = Uploads(self._runner)
        self.files = Files(self._runner)
        self.realtime = RealtimeSessions(self._runner)
        self.webhooks = WebhookEndpoints(self._runner)
        self.usage = UsageReports(self._runner)
        self.requests = RequestLog(self._runner)

    def __enter__(self) -> "Earshot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections, including those of your own `http`."""
        self._runner.http.close()

    def capabilities(self) -> Capabilities:
        """Reads what the deployment offers: languages, formats, limits, price."""
        return self._runner.run(ask(self._runner.settings, "GET", "/v1/capabilities"))

    def transcribe(
        self,
        audio: Optional[Audio] = None,
        *,
        idempotency_key: Optional[str] = None,
        on_upload: Optional[UploadProgress] = None,
        on_progress: Optional[JobProgress] = None,
        **options: Unpack[NewTranscription],
    ) -> Transcription:
        """Uploads the audio (or takes `audio_url` or `file_id`), queues a job and waits until it has ended.

        Raises `TranscriptionFailed` if the job ends without a text. Once there is a job, errors of this package have
        its id as `transcription_id`. Continue with `transcriptions.wait` and this id, because another call would upload
        and charge again. With asyncio, an error that stops a call from outside may lack the id. To be sure of the id,
        call `submit` and store it.
        """
        queued = self._runner.run(
            jobs.submit(self._runner.settings, audio, options, idempotency_key, on_upload)
        )
        return self.transcriptions.wait(queued["id"], on_progress=on_progress)

    def submit(
        self,
        audio: Optional[Audio] = None,
        *,
        idempotency_key: Optional[str] = None,
        on_upload: Optional[UploadProgress] = None,
        **options: Unpack[NewTranscription],
    ) -> QueuedTranscription:
        """Like `transcribe`, but without waiting. Use it with webhooks."""
        return self._runner.run(jobs.submit(self._runner.settings, audio, options, idempotency_key, on_upload))


class AsyncEarshot:
    """Like `Earshot`, for asyncio. `http` is an `httpx.AsyncClient`. Close it, or use it in an `async with`."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_retries: int = 4,
        http: Optional[httpx.AsyncClient] = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        settings = Settings(base_url, api_key, max_retries)
        self._runner = AsyncRunner(settings, http or httpx.AsyncClient(), sleep)
        self.transcriptions = AsyncTranscriptions(self._runner)
        self.uploads = AsyncUploads(self._runner)
        self.files = AsyncFiles(self._runner)
        self.realtime = AsyncRealtimeSessions(self._runner)
        self.webhooks = AsyncWebhookEndpoints(self._runner)
        self.usage = AsyncUsageReports(self._runner)
        self.requests = AsyncRequestLog(self._runner)

    async def __aenter__(self) -> "AsyncEarshot":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._runner.http.aclose()

    async def capabilities(self) -> Capabilities:
        return await self._runner.run(ask(self._runner.settings, "GET", "/v1/capabilities"))

    async def transcribe(
        self,
        audio: Optional[Audio] = None,
        *,
        idempotency_key: Optional[str] = None,
        on_upload: Optional[UploadProgress] = None,
        on_progress: Optional[JobProgress] = None,
        **options: Unpack[NewTranscription],
    ) -> Transcription:
        queued = await self._runner.run(
            jobs.submit(self._runner.settings, audio, options, idempotency_key, on_upload)
        )
        return await self.transcriptions.wait(queued["id"], on_progress=on_progress)

    async def submit(
        self,
        audio: Optional[Audio] = None,
        *,
        idempotency_key: Optional[str] = None,
        on_upload: Optional[UploadProgress] = None,
        **options: Unpack[NewTranscription],
    ) -> QueuedTranscription:
        return await self._runner.run(
            jobs.submit(self._runner.settings, audio, options, idempotency_key, on_upload)
        )
