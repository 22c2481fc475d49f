"""Uploads audio with a grant."""

from __future__ import annotations

import io
import os
import re
from contextlib import contextmanager
from inspect import iscoroutinefunction
from pathlib import Path
from typing import IO, Any, Awaitable, BinaryIO, Callable, Iterator, Mapping, Optional, Protocol, Union, cast
from uuid import NAMESPACE_URL, uuid5

import httpx

from .audio_type import audio_type
from .errors import EarshotError, InvalidState, UploadFailed
from .flow import Flow, Send, Settings, T, ask, exchange, new_key, retrying
from .types import UploadGrant


class BinaryFile(Protocol):
    """What is read as bytes: also the file of `gzip.open`, and an upload to FastAPI, which has a usual file."""

    def read(self, size: int = ..., /) -> Union[bytes, Awaitable[bytes]]: ...


Audio = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes], BinaryFile]
#: Called with the bytes sent so far and all bytes.
UploadProgress = Callable[[int, int], None]

_OCTET_STREAM = "application/octet-stream"
_HEAD_BYTES = 16


class _Measured:
    """A file with the length that it had when it was opened. It reports how much of it is sent.

    It has no `fileno`, because httpx would use it to get the length of the compressed file of a `gzip.open`.
    """

    def __init__(self, file: IO[bytes], name: Optional[str], on_upload: Optional[UploadProgress]) -> None:
        self.name = name
        self.size = file.seek(0, io.SEEK_END)
        file.seek(0)
        self.head = file.read(_HEAD_BYTES)
        self._file = file
        self._on_upload = on_upload

    def read(self, size: int) -> bytes:
        at = self._file.tell()
        part = self._file.read(min(size, self.size - at))
        if not part and at < self.size:
            raise EarshotError("The audio has become shorter while it was sent.")
        if part and self._on_upload:
            self._on_upload(at + len(part), self.size)
        return part

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence == io.SEEK_END:
            return self._file.seek(self.size + offset)
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()


def _is_seekable(file: IO[bytes]) -> bool:
    # Before Python 3.11, a `SpooledTemporaryFile`, which frameworks use for uploads, had no `seekable`.
    says = getattr(file, "seekable", None)
    return bool(says()) if says else hasattr(file, "seek")


def _sendable(name: str) -> str:
    """A file's own name without what the service refuses: invalid UTF-8 and control characters."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", "_", name.encode("utf-8", "replace").decode())


def _name(file: object) -> Optional[str]:
    # For an upload to Flask, `name` is the name of the form field.
    name = None if isinstance(file, io.IOBase) else getattr(file, "filename", None)
    name = name or getattr(file, "name", None)
    return _sendable(Path(name).name) if isinstance(name, str) else None


@contextmanager
def _opened(audio: Audio, on_upload: Optional[UploadProgress]) -> Iterator[_Measured]:
    """The audio as a file that can be read from its start. The caller's file stays open."""
    if isinstance(audio, (bytes, bytearray, memoryview)):
        yield _Measured(io.BytesIO(audio), None, on_upload)
    elif isinstance(audio, (str, os.PathLike)):
        path = Path(audio)
        with path.open("rb") as opened:
            yield _Measured(opened, _sendable(path.name), on_upload)
    else:
        name = _name(audio)
        if iscoroutinefunction(audio.read):
            # An upload to FastAPI or Starlette wraps a normal file.
            audio = getattr(audio, "file", audio)
        if iscoroutinefunction(audio.read):
            raise EarshotError("Hand over a file that is read without await: open(path, 'rb').")
        file = cast(IO[bytes], audio)
        if isinstance(file.read(0), str):
            raise EarshotError("Open the file for reading bytes: open(path, 'rb').")
        # The object store must know the length before the first byte.
        yield _Measured(file if _is_seekable(file) else io.BytesIO(file.read()), name, on_upload)


def _format_name(own: Optional[str], given: Optional[str]) -> Optional[str]:
    """The name whose extension tells the format. The own name comes before a display name such as "Meeting 3.2"."""
    return own if own and Path(own).suffix else given or own


def _refusal(answer: httpx.Response) -> UploadFailed:
    code, message = (re.search(f"<{tag}>([^<]*)</{tag}>", answer.text) for tag in ("Code", "Message"))
    return UploadFailed(
        answer.status_code, code[1] if code else "Unknown", message[1] if message else "The file was not taken."
    )


def _post(settings: Settings, grant: UploadGrant, file: _Measured) -> Flow[None]:
    sent = cast(BinaryIO, file)

    def once() -> Flow[None]:
        file.seek(0)
        stored = yield from exchange(Send("POST", grant["upload_url"], form=(grant["upload_fields"], sent)))
        if not stored.is_success:
            raise _refusal(stored)

    yield from retrying(settings, once)


def create(settings: Settings, upload: Mapping[str, Any], key: str) -> Flow[UploadGrant]:
    return (yield from ask(settings, "POST", "/v1/transcription-uploads", body=upload, key=key))


def post(
    settings: Settings, grant: UploadGrant, audio: Audio, on_upload: Optional[UploadProgress] = None
) -> Flow[None]:
    """Posts audio to a grant, and retries after a broken connection."""
    with _opened(audio, on_upload) as file:
        yield from _post(settings, grant, file)


def _is_expired(error: EarshotError) -> bool:
    """Whether a grant or its audio has expired. The store says this of a grant only in its message."""
    if isinstance(error, UploadFailed):
        return "expired" in str(error)
    return isinstance(error, InvalidState) and error.type == "upload_expired"


def _with_fresh_grant(key: str, step: Callable[[str], Flow[T]]) -> Flow[T]:
    """Runs a step with the grant of a key. If the grant or its audio has expired, runs it again with another key.

    The upload may take long, or a call with the same key may have crashed long ago. The second key is always the same, so
    that another call finds what this one uploaded.
    """
    for other in (str(uuid5(NAMESPACE_URL, f"earshot:upload-again:{key}")), new_key()):
        try:
            return (yield from step(key))
        except EarshotError as error:
            if not _is_expired(error):
                raise
        key = other
    return (yield from step(key))


def send(
    settings: Settings,
    audio: Audio,
    key: str,
    use: Callable[[str, Optional[str]], Flow[T]],
    *,
    filename: Optional[str] = None,
    on_upload: Optional[UploadProgress] = None,
    label: Optional[str] = None,
) -> Flow[T]:
    """Requests a grant for the audio, posts the audio to it, and passes its `upload_id` and its name to `use`.

    The extension of `filename` tells the format if the first bytes do not. `label` is the display name.
    """
    with _opened(audio, on_upload) as file:
        name = filename or _format_name(file.name, label)
        content_type = audio_type(file.head) or _OCTET_STREAM
        upload: dict[str, Any] = {"content_type": content_type, "size_bytes": file.size}
        if content_type == _OCTET_STREAM and name is not None:
            upload["filename"] = name

        def by_grant(grant_key: str) -> Flow[T]:
            grant = yield from create(settings, upload, grant_key)
            # An earlier call with the same key may have posted the audio.
            if grant["status"] == "issued":
                yield from _post(settings, grant, file)
            return (yield from use(grant["id"], label or file.name))

        return (yield from _with_fresh_grant(key, by_grant))
