from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any, Optional

import httpx
import pytest

from earshot import Earshot, EarshotError, TranscriptionFailed, UploadFailed
from earshot.upload import Audio

from .fake import Service, job, refused

WAV = b"RIFF0000WAVEfmt "
both = pytest.mark.parametrize("way", ["sync", "async"])


@both
def test_bytes_are_uploaded_with_the_type_that_they_begin_with_and_the_job_is_returned_completed(way: str) -> None:
    service = Service()
    done = service.run(way, "transcribe", WAV, language_hints=["en"], client_reference_id="call-42")
    assert done["transcript"] == "Hello."
    assert service.to("uploads") == [{"content_type": "audio/wav", "size_bytes": 16}]
    assert service.to("/v1/transcriptions") == [
        {"language_hints": ["en"], "client_reference_id": "call-42", "upload_id": "upl_a"}
    ]
    posted = next(body for body, request in zip(service.bodies, service.requests) if request.url.host == "s3.example")
    assert posted.index(b'name="key"') < posted.index(b'name="file"') and WAV in posted


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


@both
def test_nothing_is_uploaded_of_a_url_or_a_file_that_the_service_has(way: str) -> None:
    for source in ({"audio_url": "https://a.example/x.mp3"}, {"file_id": "file_a"}):
        service = Service()
        service.run(way, "transcribe", **source)
        assert (service.to("/v1/transcriptions"), len(service.requests)) == ([source], 2)


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


def test_the_refusal_of_the_store_says_why() -> None:
    xml = "<Error><Code>EntityTooLarge</Code><Message>Too large.</Message></Error>"
    service = Service(store=lambda _: httpx.Response(400, text=xml))
    with pytest.raises(UploadFailed, match="EntityTooLarge: Too large."):
        service.client().transcribe(WAV)


@both
def test_all_tries_of_a_call_carry_the_key_of_the_caller(way: str) -> None:
    service = Service()
    service.run(way, "submit", WAV, idempotency_key="call-42-of-november")
    keys = {request.headers.get("idempotency-key") for request in service.requests if request.url.host != "s3.example"}
    assert keys == {"call-42-of-november"}


@both
def test_nothing_is_posted_that_an_earlier_call_with_the_same_key_has_posted(way: str) -> None:
    service = Service(upload_status="consumed")
    service.run(way, "submit", WAV, idempotency_key="call-42-of-november")
    assert "s3.example" not in {request.url.host for request in service.requests}
    assert service.to("/v1/transcriptions") == [{"upload_id": "upl_a"}]


@both
@pytest.mark.parametrize("status", ["failed", "canceled"])
def test_a_job_without_a_text_is_raised(way: str, status: str) -> None:
    answers = [job(status, error={"message": "Damaged."}), job("completed")]
    service = Service(get=lambda _: answers.pop(0))
    with pytest.raises(TranscriptionFailed, match="Damaged.") as caught:
        service.run(way, "transcribe", WAV)
    assert caught.value.job["id"] == "ofq_a"


@both
def test_progress_is_told_until_the_end(way: str) -> None:
    states = ["queued", "processing", "completed"]
    service = Service(get=lambda _: job(states.pop(0)))
    seen: list[str] = []
    service.run(way, "transcribe", WAV, on_progress=lambda one: seen.append(one["status"]))
    assert (seen, service.waits) == (["queued", "processing", "completed"], [2.0, 2.0])


@both
def test_a_wait_that_is_refused_for_want_of_a_place_is_asked_again_later_without_waiting(way: str) -> None:
    answers = [refused(429, "concurrency_limit_exceeded", after="90"), job("completed")]
    service = Service(get=lambda _: answers.pop(0))
    service.run(way, "transcriptions.wait", "ofq_a")
    assert service.waits == [90.0]
    assert ["wait" in request.url.params for request in service.requests] == [True, False]


def _page(request: httpx.Request) -> httpx.Response:
    pages = {None: {"data": [{"id": "a"}, {"id": "b"}], "next_cursor": "c1"}, "c1": {"data": [{"id": "c"}], "next_cursor": None}}
    return httpx.Response(200, json=pages[request.url.params.get("cursor")])


@both
@pytest.mark.parametrize("name", ["transcriptions", "files", "realtime"])
def test_a_list_is_read_to_its_end_with_the_same_filter(way: str, name: str) -> None:
    service = Service(get=_page)
    found = service.run(way, f"{name}.list", client_reference_id="call-42")
    assert [one["id"] for one in found] == ["a", "b", "c"]
    assert [request.url.params["client_reference_id"] for request in service.requests] == ["call-42", "call-42"]


@both
def test_the_list_of_webhooks_is_read_to_its_end(way: str) -> None:
    assert [one["id"] for one in Service(get=_page).run(way, "webhooks.list")] == ["a", "b", "c"]


@both
def test_a_list_goes_on_at_the_cursor_of_the_caller(way: str) -> None:
    service = Service(get=_page)
    assert [one["id"] for one in service.run(way, "transcriptions.list", cursor="c1")] == ["c"]


def test_a_page_is_read_when_its_first_item_is_needed() -> None:
    service = Service(get=_page)
    next(service.client().transcriptions.list())
    assert len(service.requests) == 1


@both
def test_a_file_is_uploaded_and_registered_under_its_name_and_with_the_key_of_the_caller(way: str, tmp_path: Path) -> None:
    path = tmp_path / "call.wav"
    path.write_bytes(WAV)
    service = Service()
    service.run(way, "files.upload", path, metadata={"team": "support"}, idempotency_key="recording-42-of-november")
    assert service.to("/v1/files") == [{"name": "call.wav", "metadata": {"team": "support"}, "upload_id": "upl_a"}]
    keys = {request.headers.get("idempotency-key") for request in service.requests if request.url.host != "s3.example"}
    assert keys == {"recording-42-of-november"}


def test_an_option_of_another_name_does_not_compile() -> None:
    service = Service()
    # Without the error that is ignored here, mypy in strict mode fails.
    service.client().transcribe(WAV, languageHints=["en"])  # type: ignore[call-arg]


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


ROUTES: list[tuple[str, tuple[str, ...], str]] = [
    ("transcriptions.get", ("ofq/a",), "GET /v1/transcriptions/ofq%2Fa"),
    ("transcriptions.delete", ("ofq_a",), "DELETE /v1/transcriptions/ofq_a"),
    ("transcriptions.retry", ("ofq_a",), "POST /v1/transcriptions/ofq_a/retry"),
    ("transcriptions.srt", ("ofq_a",), "GET /v1/transcriptions/ofq_a/transcript?format=srt"),
    ("transcriptions.vtt", ("ofq_a",), "GET /v1/transcriptions/ofq_a/transcript?format=vtt"),
    ("transcriptions.words", ("ofq_a",), "GET /v1/transcriptions/ofq_a/transcript?format=json"),
    ("transcriptions.create", (), "POST /v1/transcriptions"),
    ("uploads.create", (), "POST /v1/transcription-uploads"),
    ("files.get", ("file_a",), "GET /v1/files/file_a"),
    ("files.delete", ("file_a",), "DELETE /v1/files/file_a"),
    ("realtime.create", (), "POST /v1/realtime/sessions"),
    ("realtime.get", ("rts_a",), "GET /v1/realtime/sessions/rts_a"),
    ("realtime.delete", ("rts_a",), "DELETE /v1/realtime/sessions/rts_a"),
    ("webhooks.create", (), "POST /v1/webhooks"),
    ("webhooks.get", ("whk_a",), "GET /v1/webhooks/whk_a"),
    ("webhooks.update", ("whk_a",), "PATCH /v1/webhooks/whk_a"),
    ("webhooks.delete", ("whk_a",), "DELETE /v1/webhooks/whk_a"),
    ("webhooks.rotate_secret", ("whk_a",), "POST /v1/webhooks/whk_a/rotate-secret"),
    ("capabilities", (), "GET /v1/capabilities"),
]


@both
@pytest.mark.parametrize(("method", "args", "route"), ROUTES)
def test_each_operation_asks_its_route(way: str, method: str, args: tuple[str, ...], route: str) -> None:
    service = Service(get=lambda _: httpx.Response(200, json={}))
    service.run(way, method, *args)
    [asked] = service.requests
    assert f"{asked.method} {asked.url.raw_path.decode()}" == route
    assert asked.headers["authorization"] == "Bearer es_live_k"


@pytest.mark.parametrize(("base_url", "api_key"), [("api.example", "k"), ("", "k"), ("https://api.example", "")])
def test_a_client_without_address_or_key_is_refused_at_once(base_url: str, api_key: str) -> None:
    with pytest.raises(EarshotError):
        Earshot(base_url, api_key)


@both
def test_reports_and_records_are_read_where_the_service_has_them(way: str) -> None:
    def get(request: httpx.Request) -> httpx.Response:
        one = {"request": str(request.url).removeprefix("https://api.example")}
        return httpx.Response(200, json={**one, "data": [one], "next_cursor": None})

    service = Service(get=get)
    asked = [
        service.run(way, "usage.get", start="2026-11-01")["request"],
        service.run(way, "usage.charges", end="2026-11-30")[0]["request"],
        service.run(way, "requests.get", "req/1")["request"],
        service.run(way, "transcriptions.ledger", "ofq_a")["request"],
        service.run(way, "transcriptions.deliveries", "ofq_a")[0]["request"],
        service.run(way, "webhooks.deliveries", "whk_a", limit=5)[0]["request"],
    ]
    assert asked == [
        "/v1/reports/usage?start=2026-11-01",
        "/v1/reports/charges?end=2026-11-30",
        "/v1/requests/req%2F1",
        "/v1/transcriptions/ofq_a/ledger",
        "/v1/transcriptions/ofq_a/deliveries",
        "/v1/webhooks/whk_a/deliveries?limit=5",
    ]
    service.run(way, "webhooks.redeliver", "whk_a", "dlv_a")
    assert str(service.requests[-1].url).endswith("/v1/webhooks/whk_a/deliveries/dlv_a/redeliver")
    assert '"request"' in service.run(way, "usage.csv") and "format=csv" in str(service.requests[-1].url)
