from __future__ import annotations

from typing import Any

import httpx
import pytest

from earshot import ApiError, ConnectionFailed, Earshot, EarshotError, UploadFailed

from .fake import GRANT, WAV, Service, both, job


@pytest.mark.parametrize(
    "base_url",
    [
        "localhost:8787",
        "earshot.example.com",
        "ftp://earshot.example.com",
        "https://earshot.example.com/?mode=test",
        "https://earshot.example.com/#/keys",
        "https://person:password@earshot.example.com",
        "http://[",
        "http://a:99999",
        "",
        None,
    ],
)
def test_what_is_no_address_is_refused_at_once(base_url: Any) -> None:
    with pytest.raises(EarshotError, match="base_url is not an address such as https://api.example."):
        Earshot(base_url, "es_live_k")


def test_an_address_that_was_read_from_a_file_is_used_without_the_white_space_around_it() -> None:
    service = Service()
    service.client(" https://api.example/v1\r\n").capabilities()
    assert str(service.requests[0].url) == "https://api.example/v1/capabilities"


def _page(_: httpx.Request) -> httpx.Response:
    """What the portal of a network or another server at the address sends."""
    return httpx.Response(200, html="<!doctype html>")


@both
def test_a_page_in_place_of_the_answer_counts_as_none_and_a_wait_goes_on(way: str) -> None:
    service = Service(get=lambda request: job("completed") if len(service.requests) > 9 else _page(request))
    assert service.run(way, "transcriptions.wait", "ofq_a")["status"] == "completed"


@both
@pytest.mark.parametrize("method", ["transcriptions.get", "transcriptions.srt"])
def test_a_page_in_place_of_the_answer_is_an_error_that_says_so(way: str, method: str) -> None:
    service = Service(get=_page)
    with pytest.raises(ConnectionFailed, match="^api.example answered with a page.$"):
        service.run(way, method, "ofq_a")
    assert len(service.requests) == 5


@both
def test_a_page_in_place_of_the_answer_of_the_store_is_an_error_that_says_so(way: str) -> None:
    service = Service(store=_page)
    with pytest.raises(ConnectionFailed, match="^s3.example answered with a page.$"):
        service.run(way, "uploads.post", GRANT, WAV)
    assert len(service.requests) == 5


@both
@pytest.mark.parametrize("content", [b"", b"Welcome.", b"<!doctype html>", b'{"id":"of', b'"\xe9"'])
def test_an_answer_that_is_not_json_counts_as_none_and_a_wait_goes_on(way: str, content: bytes) -> None:
    foreign = [httpx.Response(200, content=content) for _ in range(9)]
    service = Service(get=lambda _: foreign.pop() if foreign else job("completed"))
    assert service.run(way, "transcriptions.wait", "ofq_a")["status"] == "completed"


@both
def test_an_answer_that_is_not_json_is_an_error_that_says_so_with_the_cause(way: str) -> None:
    service = Service(instead=lambda _: httpx.Response(202, text="Welcome."))
    with pytest.raises(ConnectionFailed, match="^api.example answered without JSON.$") as caught:
        service.run(way, "transcriptions.create", file_id="file_a")
    assert isinstance(caught.value.__cause__, ValueError)
    assert len(set(service.keys("/v1/transcriptions"))) == 1 < len(service.requests)


@both
def test_an_answer_whose_compression_is_damaged_counts_as_none(way: str) -> None:
    def get(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"{}"))

    with pytest.raises(ConnectionFailed, match="^No answer from api.example: ") as caught:
        Service(get=get, max_retries=0).run(way, "transcriptions.get", "ofq_a")
    assert isinstance(caught.value.__cause__, httpx.DecodingError)


@both
def test_what_failed_without_a_text_is_named_by_its_class(way: str) -> None:
    def get(_: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("")

    with pytest.raises(ConnectionFailed, match="^No answer from api.example: ReadTimeout$"):
        Service(get=get, max_retries=0).run(way, "transcriptions.get", "ofq_a")


@both
@pytest.mark.parametrize("status", [301, 307])
def test_a_redirect_is_an_error_of_that_status_also_with_a_client_that_follows(way: str, status: int) -> None:
    service = Service(instead=lambda _: httpx.Response(status, headers={"location": "https://elsewhere.example/"}))
    service.follow_redirects = True
    with pytest.raises(ApiError, match=f"^The service answered {status}.$"):
        service.run(way, "transcriptions.create", file_id="file_a")
    with pytest.raises(UploadFailed):
        service.run(way, "uploads.post", GRANT, WAV)
    assert [request.url.host for request in service.requests] == ["api.example", "s3.example"]
