from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Optional

import httpx
import pytest

from earshot import UploadFailed
from earshot.upload import Audio

from .fake import WAV, Service, both


@both
def test_a_path_is_sent_with_its_name(way: str, tmp_path: Path) -> None:
    path = tmp_path / "call.wma"
    path.write_bytes(b"audio")
    service = Service()
    service.run(way, "transcribe", path)
    assert service.to("uploads") == [
        {"content_type": "application/octet-stream", "size_bytes": 5, "filename": "call.wma"}
    ]
    assert service.to("/v1/transcriptions") == [{"filename": "call.wma", "upload_id": "upl_a"}]


@both
def test_the_name_of_a_file_is_sent_without_what_the_service_refuses(way: str, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9\n.mp3")
    path.write_bytes(WAV)
    service = Service()
    service.run(way, "transcribe", path)
    assert service.to("/v1/transcriptions") == [{"filename": "caf?_.mp3", "upload_id": "upl_a"}]


@both
@pytest.mark.parametrize(
    ("own", "asked"), [("call.wma", "call.wma"), ("upload-8f3a", "Meeting 3.2"), (None, "Meeting 3.2")]
)
def test_a_grant_is_asked_for_by_the_extension_of_the_file_not_of_its_name_for_people(
    way: str, own: Optional[str], asked: str, tmp_path: Path
) -> None:
    audio: Audio = b"audio"
    if own is not None:
        audio = tmp_path / own
        audio.write_bytes(b"audio")
    service = Service()
    service.run(way, "submit", audio, filename="Meeting 3.2")
    assert service.to("uploads")[0]["filename"] == asked
    assert service.to("/v1/transcriptions") == [{"filename": "Meeting 3.2", "upload_id": "upl_a"}]
    service.run(way, "files.upload", audio, name="Meeting 3.2")
    assert service.to("uploads")[1]["filename"] == asked
    assert service.to("/v1/files") == [{"name": "Meeting 3.2", "upload_id": "upl_a"}]


def test_audio_that_is_sent_has_the_format_that_its_caller_names(tmp_path: Path) -> None:
    path = tmp_path / "call.tmp"
    path.write_bytes(b"audio")
    service = Service()
    service.client().uploads.send(path, filename="call.wma")
    assert service.to("uploads")[0]["filename"] == "call.wma"


@pytest.mark.parametrize(
    ("head", "content_type"),
    [
        (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "audio/x-ms-asf"),
        (b"RIFX0000WAVE", "audio/wav"),
        (b"RF640000WAVE", "audio/wav"),
        (b"BW640000WAVE", "audio/wav"),
        (b"\x56\xe0\x42", "audio/aac"),
        (b"\x56\xff\x42", "audio/aac"),
        (b"RF640000AVI ", "application/octet-stream"),
        (b"V", "application/octet-stream"),
    ],
)
def test_a_format_is_told_by_its_first_bytes(head: bytes, content_type: str) -> None:
    service = Service()
    service.client().submit(head)
    assert service.to("uploads")[0]["content_type"] == content_type


@pytest.mark.parametrize("audio", [bytearray(WAV), memoryview(WAV)])
def test_any_bytes_are_audio(audio: Audio) -> None:
    service = Service()
    service.client().submit(audio)
    assert WAV in service.bodies[1]


@both
def test_a_cut_upload_is_posted_again_whole_to_the_same_grant(way: str) -> None:
    cuts: list[Any] = [httpx.ReadError("reset"), httpx.Response(503)]

    def store(_: httpx.Request) -> httpx.Response:
        if not cuts:
            return httpx.Response(201)
        cut = cuts.pop()
        if isinstance(cut, Exception):
            raise cut
        assert isinstance(cut, httpx.Response)
        return cut

    service = Service(store=store)
    service.run(way, "transcribe", WAV)
    posted = [body for body, request in zip(service.bodies, service.requests) if request.url.host == "s3.example"]
    assert (len(posted), all(WAV in body for body in posted)) == (3, True)
    assert len(service.to("uploads")) == len(service.to("/v1/transcriptions")) == 1


@both
def test_an_upload_whose_network_stood_still_for_longer_than_the_store_waits_is_posted_again(way: str) -> None:
    late = "<Error><Code>RequestTimeout</Code><Message>Your socket was idle.</Message></Error>"
    answers = [httpx.Response(201), httpx.Response(400, text=late)]
    Service(store=lambda _: answers.pop()).run(way, "submit", WAV)
    assert answers == []


def test_the_refusal_of_the_store_says_why() -> None:
    xml = "<Error><Code>EntityTooLarge</Code><Message>Too large.</Message></Error>"
    service = Service(store=lambda _: httpx.Response(400, text=xml))
    with pytest.raises(UploadFailed, match="EntityTooLarge: Too large."):
        service.client().transcribe(WAV)


def test_a_refusal_that_the_store_did_not_write_is_an_error_of_its_status() -> None:
    service = Service(store=lambda _: httpx.Response(413, text="<html>"))
    with pytest.raises(UploadFailed, match="^Unknown: The file was not taken.$") as caught:
        service.client().transcribe(WAV)
    assert caught.value.status == 413


@both
def test_the_answer_of_the_store_may_take_five_minutes_as_a_proxy_may_pass_the_file_on_first(way: str) -> None:
    service = Service()
    service.run(way, "submit", WAV)
    reads = {request.url.host: request.extensions["timeout"]["read"] for request in service.requests}
    assert reads == {"api.example": 60, "s3.example": 300}


@both
def test_nothing_is_posted_that_an_earlier_call_with_the_same_key_has_posted(way: str) -> None:
    service = Service(upload_status="consumed")
    service.run(way, "submit", WAV, idempotency_key="call-42-of-november")
    assert "s3.example" not in {request.url.host for request in service.requests}
    assert service.to("/v1/transcriptions") == [{"upload_id": "upl_a"}]


@both
def test_a_file_is_uploaded_and_registered_under_its_name_and_with_the_key_of_the_caller(way: str, tmp_path: Path) -> None:
    path = tmp_path / "call.wav"
    path.write_bytes(WAV)
    service = Service()
    service.run(way, "files.upload", path, metadata={"team": "support"}, idempotency_key="recording-42-of-november")
    assert service.to("/v1/files") == [{"name": "call.wav", "metadata": {"team": "support"}, "upload_id": "upl_a"}]
    keys = {request.headers.get("idempotency-key") for request in service.requests if request.url.host != "s3.example"}
    assert keys == {"recording-42-of-november"}


@both
def test_a_grant_is_posted_apart_from_its_request_again_after_a_cut(way: str) -> None:
    answers = [httpx.Response(201), httpx.Response(503)]
    service = Service(store=lambda _: answers.pop())
    grant = service.run(way, "uploads.create", content_type="audio/wav", size_bytes=16)
    service.run(way, "uploads.post", grant, WAV)
    assert [request.url.host for request in service.requests] == ["api.example", "s3.example", "s3.example"]
    assert WAV in service.bodies[2]


@both
def test_audio_that_is_sent_has_an_id_for_its_job(way: str) -> None:
    assert Service().run(way, "uploads.send", WAV) == "upl_a"


@both
def test_an_upload_says_how_far_it_is(way: str) -> None:
    audio = WAV + bytes(150_000)
    sent: list[tuple[int, int]] = []
    service = Service()
    service.run(way, "submit", audio, on_upload=lambda done, total: sent.append((done, total)))
    assert sent[0][0] < sent[-1][0] and sent == sorted(sent)
    assert sent[-1] == (len(audio), len(audio))
    posted = next(body for body, request in zip(service.bodies, service.requests) if request.url.host == "s3.example")
    assert audio in posted
