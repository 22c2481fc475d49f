"""Uploads audio by a grant."""

from __future__ import annotations

import io
import os
import re
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Callable, Iterator, Mapping, Optional, Union, cast

import httpx

from .audio_type import audio_type
from .errors import EarshotError, UploadFailed
from .flow import Flow, Send, Settings, ask, retrying
from .types import UploadGrant

Audio = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, BinaryIO]
#: Called with the bytes sent so far and all bytes.
UploadProgress = Callable[[int, int], None]

_OCTET_STREAM = "application/octet-stream"
_HEAD_BYTES = 16


class _Watched:
    """A file that says how far it was read."""

    def __init__(self, file: BinaryIO, size: int, on_upload: UploadProgress) -> None:
        self._file = file
        self._size = size
        self._on_upload = on_upload

    def read(self, size: int = -1) -> bytes:
        part = self._file.read(size)
        if part:
            self._on_upload(self._file.tell(), self._size)
        return part

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()


def _is_seekable(file: BinaryIO) -> bool:
    # Before Python 3.11 a `SpooledTemporaryFile`, by which frameworks hand over uploads, did not say.
    says = getattr(file, "seekable", None)
    return bool(says()) if says else hasattr(file, "seek")


@contextmanager
def _opened(audio: Audio) -> Iterator[tuple[BinaryIO, Optional[str]]]:
    """The audio as a file that can be read from its start, and its name. A file of the caller stays open."""
    if isinstance(audio, (bytes, bytearray, memoryview)):
        yield io.BytesIO(audio), None
    elif isinstance(audio, (str, os.PathLike)):
        path = Path(audio)
        with path.open("rb") as file:
            yield file, path.name
    else:
        name = getattr(audio, "name", None)
        if isinstance(audio.read(0), str):
            raise EarshotError("Open the file for reading bytes: open(path, 'rb').")
        # The store must know the length before the first byte.
        yield audio if _is_seekable(audio) else io.BytesIO(audio.read()), Path(name).name if isinstance(name, str) else None


def _format_name(own: Optional[str], given: Optional[str]) -> Optional[str]:
    """The name whose extension tells the format: the audio's own before one for people, such as "Meeting 3.2"."""
    return own if own and Path(own).suffix else given or own


def _refusal(answer: httpx.Response) -> UploadFailed:
    found = [re.search(f"<{tag}>([^<]*)</{tag}>", answer.text) for tag in ("Code", "Message")]
    code, message = (match.group(1) if match else "Unknown" for match in found)
    return UploadFailed(answer.status_code, code, message)


def _post(settings: Settings, grant: UploadGrant, file: BinaryIO, on_upload: Optional[UploadProgress]) -> Flow[None]:
    size = file.seek(0, io.SEEK_END)
    sent = cast(BinaryIO, _Watched(file, size, on_upload)) if on_upload else file

    def once() -> Flow[None]:
        file.seek(0)
        stored: httpx.Response = yield Send("POST", grant["upload_url"], form=(grant["upload_fields"], sent))
        if not stored.is_success:
            raise _refusal(stored)

    yield from retrying(settings, once)


def create(settings: Settings, upload: Mapping[str, Any], key: str) -> Flow[UploadGrant]:
    return (yield from ask(settings, "POST", "/v1/transcription-uploads", body=upload, key=key))


def post(
    settings: Settings, grant: UploadGrant, audio: Audio, on_upload: Optional[UploadProgress] = None
) -> Flow[None]:
    """Posts audio to a grant, again after a cut."""
    with _opened(audio) as (file, _):
        yield from _post(settings, grant, file, on_upload)


def send(
    settings: Settings,
    audio: Audio,
    key: str,
    filename: Optional[str] = None,
    on_upload: Optional[UploadProgress] = None,
    label: Optional[str] = None,
) -> Flow[tuple[str, Optional[str]]]:
    """Asks for a grant by what the audio is, and posts the audio to it. Returns its `upload_id` and its name.

    `filename` names the format of audio whose first bytes do not; `label` is the name for people.
    """
    with _opened(audio) as (file, own):
        name = filename or _format_name(own, label)
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        content_type = audio_type(file.read(_HEAD_BYTES)) or _OCTET_STREAM
        upload: dict[str, Any] = {"content_type": content_type, "size_bytes": size}
        if content_type == _OCTET_STREAM and name is not None:
            upload["filename"] = name
        grant = yield from create(settings, upload, key)
        # An earlier call with the same key may have posted it.
        if grant["status"] == "issued":
            yield from _post(settings, grant, file, on_upload)
        return grant["id"], label or own
