"""Upload grants. Each is for one file, which a browser can post without a key."""

from __future__ import annotations

from typing import Optional

from typing_extensions import Unpack

from . import upload as flows
from .flow import Flow, Settings, new_key
from .runner import AsyncRunner, Runner
from .types import NewUpload, UploadGrant
from .upload import Audio, UploadProgress


def _the_id(upload_id: str, _: Optional[str]) -> Flow[str]:
    yield from ()
    return upload_id


def _send(
    settings: Settings, audio: Audio, key: Optional[str], filename: Optional[str], on_upload: Optional[UploadProgress]
) -> Flow[str]:
    return flows.send(settings, audio, key or new_key(), _the_id, filename=filename, on_upload=on_upload)


class Uploads:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def create(self, *, idempotency_key: Optional[str] = None, **upload: Unpack[NewUpload]) -> UploadGrant:
        """Requests a grant. Give it to a browser, or `post` here. Its `id` is the `upload_id` of a job."""
        return self._runner.run(flows.create(self._runner.settings, upload, idempotency_key or new_key()))

    def post(self, grant: UploadGrant, audio: Audio, *, on_upload: Optional[UploadProgress] = None) -> None:
        """Posts audio to a grant, and retries after a broken connection. Raises `UploadFailed` if it is refused."""
        self._runner.run(flows.post(self._runner.settings, grant, audio, on_upload))

    def send(
        self,
        audio: Audio,
        *,
        filename: Optional[str] = None,
        on_upload: Optional[UploadProgress] = None,
        idempotency_key: Optional[str] = None,
    ) -> str:
        """Requests a grant for the audio, and posts the audio to it. Returns its `upload_id`."""
        return self._runner.run(_send(self._runner.settings, audio, idempotency_key, filename, on_upload))


class AsyncUploads:
    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def create(self, *, idempotency_key: Optional[str] = None, **upload: Unpack[NewUpload]) -> UploadGrant:
        return await self._runner.run(flows.create(self._runner.settings, upload, idempotency_key or new_key()))

    async def post(self, grant: UploadGrant, audio: Audio, *, on_upload: Optional[UploadProgress] = None) -> None:
        await self._runner.run(flows.post(self._runner.settings, grant, audio, on_upload))

    async def send(
        self,
        audio: Audio,
        *,
        filename: Optional[str] = None,
        on_upload: Optional[UploadProgress] = None,
        idempotency_key: Optional[str] = None,
    ) -> str:
        return await self._runner.run(_send(self._runner.settings, audio, idempotency_key, filename, on_upload))
