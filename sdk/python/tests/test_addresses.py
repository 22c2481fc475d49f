from __future__ import annotations

from typing import Any

import httpx
import pytest

from earshot import ConnectionFailed, Earshot, EarshotError

from .fake import Service, both, job


@pytest.mark.parametrize("base_url", ["localhost:8787", "earshot.example.com", "ftp://earshot.example.com", "", None])
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
