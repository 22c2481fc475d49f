"""Audio as open files of any kind, also while they change."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import pytest

from earshot import EarshotError
from earshot.upload import Audio

from .fake import WAV, Service, both

LONG = WAV + bytes(300_000)


def _posted(service: Service) -> bytes:
    """The form that the object store received. It has the announced length."""
    pairs = zip(service.requests, service.bodies)
    request, body = next(pair for pair in pairs if pair[0].url.host == "s3.example")
    assert int(request.headers["content-length"]) == len(body)
    return body


def test_an_open_file_stays_open() -> None:
    audio = io.BytesIO(WAV)
    service = Service()
    service.client().transcribe(audio)
    assert not audio.closed


@both
def test_a_pipe_which_cannot_be_read_twice_is_uploaded_whole(way: str) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise io.UnsupportedOperation("seek")

    service = Service()
    service.run(way, "submit", Pipe(WAV))
    assert service.to("uploads")[0]["size_bytes"] == len(WAV)
    assert WAV in service.bodies[1]


def test_an_upload_that_a_web_framework_received_is_audio_also_before_python_3_11() -> None:
    class Spooled:
        """A file without `seekable`, like an older `tempfile.SpooledTemporaryFile`."""

        def __init__(self) -> None:
            file = io.BytesIO(WAV)
            self.read, self.seek, self.tell = file.read, file.seek, file.tell

    service = Service()
    service.client().submit(Spooled(), filename="call.wav")
    assert service.to("uploads")[0]["size_bytes"] == len(WAV)
    assert WAV in service.bodies[1]


@pytest.mark.parametrize("method", ["submit", "uploads.send", "files.upload"])
def test_a_file_that_is_open_for_text_is_refused_with_the_remedy(method: str, tmp_path: Path) -> None:
    path = tmp_path / "call.wav"
    path.write_bytes(WAV + b"\xff")
    service = Service()
    with path.open() as file, pytest.raises(EarshotError, match="Open the file for reading bytes: open\\(path, 'rb'\\)."):
        service.run("sync", method, file)
    assert service.requests == []


class Received:
    """An upload as Flask passes it: `name` is the name of the form field."""

    name = "recording"
    filename = "call.wma"

    def __init__(self) -> None:
        file = io.BytesIO(b"audio")
        self.read, self.seek, self.tell = file.read, file.seek, file.tell


class AsyncReceived:
    """An upload as FastAPI passes it."""

    filename = "call.wma"

    def __init__(self) -> None:
        self.file = io.BytesIO(b"audio")

    async def read(self, size: int = -1) -> bytes:
        return self.file.read(size)

    async def seek(self, offset: int) -> None:
        self.file.seek(offset)


@both
@pytest.mark.parametrize("received", [Received, AsyncReceived], ids=["Flask", "FastAPI"])
def test_an_upload_that_a_web_framework_received_is_sent_under_the_name_of_its_file(way: str, received: Any) -> None:
    service = Service()
    service.run(way, "submit", received())
    assert service.to("uploads") == [
        {"content_type": "application/octet-stream", "size_bytes": 5, "filename": "call.wma"}
    ]
    assert service.to("/v1/transcriptions") == [{"filename": "call.wma", "upload_id": "upl_a"}]
    assert b"audio" in _posted(service)


def test_what_is_audio_passes_the_check_of_types_and_a_file_of_text_does_not(tmp_path: Path) -> None:
    path = tmp_path / "call.wav.gz"
    path.write_bytes(gzip.compress(WAV))
    earshot = Service().client()
    with gzip.open(path) as compressed, path.open("rb") as file, path.open() as text:
        audio: list[Audio] = [compressed, file, Received(), AsyncReceived()]
        for one in audio:
            earshot.submit(one)
        # Without the error that is ignored here, mypy in strict mode fails.
        with pytest.raises(EarshotError):
            earshot.submit(text)  # type: ignore[arg-type]


@both
def test_a_file_that_can_only_be_awaited_is_refused_with_the_remedy(way: str) -> None:
    audio = AsyncReceived()
    del audio.file
    service = Service()
    with pytest.raises(EarshotError, match="read without await"):
        service.run(way, "submit", audio)
    assert service.requests == []


@both
@pytest.mark.parametrize("options", [{}, {"on_upload": lambda sent, total: None}], ids=["quietly", "with progress"])
def test_a_compressed_file_is_sent_as_what_is_read_from_it(way: str, options: Any, tmp_path: Path) -> None:
    path = tmp_path / "call.wav.gz"
    path.write_bytes(gzip.compress(LONG))
    service = Service()
    with gzip.open(path) as audio:
        service.run(way, "submit", audio, **options)
    assert service.to("uploads") == [{"content_type": "audio/wav", "size_bytes": len(LONG)}]
    assert LONG in _posted(service)


@both
def test_a_file_that_grows_while_it_is_sent_is_sent_as_it_was_when_its_length_was_taken(way: str, tmp_path: Path) -> None:
    path = tmp_path / "call.wav"
    path.write_bytes(LONG)
    told: list[int] = []

    def grow(sent: int, total: int) -> None:
        assert total == len(LONG)
        if not told:
            with path.open("ab") as file:
                file.write(bytes(100_000))
        told.append(sent)

    service = Service()
    service.run(way, "submit", path, on_upload=grow)
    assert LONG in _posted(service)
    assert told[-1] == max(told) == len(LONG)


@both
def test_a_file_that_grows_before_it_is_sent_is_posted_as_its_grant_was_asked_for(way: str, tmp_path: Path) -> None:
    path = tmp_path / "call.wav"
    path.write_bytes(WAV)

    def grow(_: Any) -> None:
        with path.open("ab") as file:
            file.write(b"more")

    service = Service(instead=grow)
    service.run(way, "submit", path)
    assert WAV in _posted(service) and b"more" not in _posted(service)


@both
def test_a_file_that_becomes_shorter_while_it_is_sent_is_an_error_that_says_so(way: str, tmp_path: Path) -> None:
    path = tmp_path / "call.wav"
    path.write_bytes(LONG)

    def cut(_: int, __: int) -> None:
        with path.open("r+b") as file:
            file.truncate(100)

    with pytest.raises(EarshotError, match="shorter"):
        Service().run(way, "submit", path, on_upload=cut)
