"""Uploads audio by a grant."""

from __future__ import annotations

import io
import os
import re
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Callable, Iterator, Mapping, Optional, Union, cast
from uuid import NAMESPACE_URL, uuid5

import httpx

from .audio_type import audio_type
from .errors import EarshotError, InvalidState, UploadFailed
from .flow import Flow, Send, Settings, T, ask, new_key, retrying
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
        with path.open("rb") as opened:
            yield opened, path.name
    else:
        name = getattr(audio, "name", None)
        if isinstance(audio.read(0), str):
            raise EarshotError("Open the file for reading bytes: open(path, 'rb').")
        # The store must know the length before the first byte.
        file = audio if _is_seekable(audio) else io.BytesIO(audio.read())
        yield file, Path(name).name if isinstance(name, str) else None


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


def _with_fresh_grant(key: str, step: Callable[[str], Flow[T]]) -> Flow[T]:
    """Does a step by the grant of a key, and again by that of another key where the grant or its audio has expired.

    A call with the same key may have crashed long ago. The second key is the same in each call, so that a further one finds
    what this one uploads.
    """
    for other in (str(uuid5(NAMESPACE_URL, f"earshot:upload-again:{key}")), new_key()):
        try:
            return (yield from step(key))
        except InvalidState as error:
            if error.type != "upload_expired":
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
    """Asks for a grant by what the audio is, posts the audio to it, and hands its `upload_id` and its name to `use`.

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

        def by_grant(grant_key: str) -> Flow[T]:
            grant = yield from create(settings, upload, grant_key)
            # An earlier call with the same key may have posted it.
            if grant["status"] == "issued":
                yield from _post(settings, grant, file, on_upload)
            return (yield from use(grant["id"], label or own))

        return (yield from _with_fresh_grant(key, by_grant))
