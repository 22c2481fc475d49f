"""Audio files that any number of jobs may use for a day."""

from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Mapping, Optional

from typing_extensions import Unpack

from .flow import Flow, Settings, ask, new_key, path_of, text
from .runner import AsyncRunner, Runner
from .types import ListFilesQuery, RegisteredFile
from .upload import Audio, UploadProgress, send

_LIST = "/v1/files"


def _upload(
    settings: Settings, audio: Audio, labels: Mapping[str, Any], on_upload: Optional[UploadProgress], key: Optional[str]
) -> Flow[RegisteredFile]:
    kept = key or new_key()

    def register(upload_id: str, name: Optional[str]) -> Flow[RegisteredFile]:
        given = {label: value for label, value in {**labels, "name": name}.items() if value is not None}
        return (yield from ask(settings, "POST", _LIST, body={**given, "upload_id": upload_id}, key=kept))

    return (yield from send(settings, audio, kept, register, on_upload=on_upload, label=labels.get("name")))


class Files:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def upload(
        self,
        audio: Audio,
        *,
        name: Optional[str] = None,
        client_reference_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        on_upload: Optional[UploadProgress] = None,
        idempotency_key: Optional[str] = None,
    ) -> RegisteredFile:
        """Uploads audio and registers it as a file."""
        labels = {"name": name, "client_reference_id": client_reference_id, "metadata": metadata}
        return self._runner.run(_upload(self._runner.settings, audio, labels, on_upload, idempotency_key))

    def get(self, file_id: str) -> RegisteredFile:
        return self._runner.run(ask(self._runner.settings, "GET", path_of("files", file_id)))

    def list(self, **query: Unpack[ListFilesQuery]) -> Iterator[RegisteredFile]:
        return self._runner.pages(_LIST, query)

    def delete(self, file_id: str) -> None:
        self._runner.run(text(self._runner.settings, "DELETE", path_of("files", file_id)))


class AsyncFiles:
    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def upload(
        self,
        audio: Audio,
        *,
        name: Optional[str] = None,
        client_reference_id: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        on_upload: Optional[UploadProgress] = None,
        idempotency_key: Optional[str] = None,
    ) -> RegisteredFile:
        labels = {"name": name, "client_reference_id": client_reference_id, "metadata": metadata}
        return await self._runner.run(_upload(self._runner.settings, audio, labels, on_upload, idempotency_key))

    async def get(self, file_id: str) -> RegisteredFile:
        return await self._runner.run(ask(self._runner.settings, "GET", path_of("files", file_id)))

    def list(self, **query: Unpack[ListFilesQuery]) -> AsyncIterator[RegisteredFile]:
        return self._runner.pages(_LIST, query)

    async def delete(self, file_id: str) -> None:
        await self._runner.run(text(self._runner.settings, "DELETE", path_of("files", file_id)))
