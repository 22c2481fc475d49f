from __future__ import annotations

import asyncio
import socket
import traceback
from threading import Thread
from typing import Any, Callable

import httpx
import pytest

from earshot import AsyncEarshot, ConnectionFailed, Earshot, EarshotError

from .fake import Service, both


def test_an_api_key_that_was_read_from_a_file_is_sent_without_the_white_space_around_it() -> None:
    service = Service()
    service.client(api_key=" es_live_k\r\n").capabilities()
    assert service.requests[0].headers["authorization"] == "Bearer es_live_k"


@pytest.mark.parametrize("api_key", ["es_live_\nk", "es_live_\x7fk", "es_live_ü", "es_live_\u200bk"])
def test_an_api_key_that_no_header_carries_is_refused_at_once_by_a_message_without_it(api_key: str) -> None:
    with pytest.raises(EarshotError) as caught:
        Earshot("https://api.example", api_key)
    assert str(caught.value) == "api_key may have only printable ASCII characters."


@pytest.mark.parametrize("api_key", ["\n", None])
def test_an_api_key_of_white_space_or_none_is_missing(api_key: Any) -> None:
    with pytest.raises(EarshotError, match="api_key is missing."):
        Earshot("https://api.example", api_key)


@both
@pytest.mark.parametrize("key", ["a key of two\nlines", "ein Schlüssel, der lang genug ist", "鍵" * 16])
def test_an_idempotency_key_that_no_header_carries_is_refused_before_anything_is_sent(way: str, key: str) -> None:
    service = Service()
    with pytest.raises(EarshotError) as caught:
        service.run(way, "submit", file_id="file_a", idempotency_key=key)
    assert str(caught.value) == "idempotency_key may have only printable ASCII characters."
    assert (service.requests, service.waits) == ([], [])


@both
@pytest.mark.parametrize(
    ("method", "args"),
    [
        ("transcriptions.create", ()),
        ("uploads.create", ()),
        ("realtime.create", ()),
        ("webhooks.create", ()),
        ("files.upload", (b"audio",)),
        ("submit", (b"audio",)),
    ],
)
def test_what_is_made_is_made_once_although_its_answer_is_lost_as_each_try_has_the_same_key(
    way: str, method: str, args: tuple[bytes, ...]
) -> None:
    service = Service(loses_answers=True)
    service.run(way, method, *args)
    keys: dict[str, list[str]] = {}
    for request in service.requests:
        if request.url.host != "s3.example":
            keys.setdefault(request.url.path, []).append(request.headers.get("idempotency-key", ""))
    for lost, again in keys.values():
        assert len(lost) >= 16 and again == lost


@both
def test_a_request_that_breaks_http_is_not_repeated_and_its_error_has_no_header(way: str) -> None:
    def get(_: httpx.Request) -> httpx.Response:
        raise httpx.LocalProtocolError("Illegal header value b'Bearer es_live_k'")

    service = Service(get=get)
    with pytest.raises(EarshotError) as caught:
        service.run(way, "transcriptions.get", "ofq_a")
    assert not isinstance(caught.value, ConnectionFailed)
    assert (len(service.requests), service.waits) == (1, [])
    error = caught.value
    assert (error.__cause__, error.__context__) == (None, None)
    assert "es_live_k" not in "".join(traceback.format_exception(error))


# In two parts, because a traceback quotes source lines.
_SECRET = "es_live_" + "secret"


def _refuse(connection: socket.socket) -> None:
    connection.recv(100_000)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


@both
@pytest.mark.parametrize("serve", [_refuse, lambda connection: None], ids=["refusal", "no answer"])
def test_a_tool_that_records_the_variables_of_an_error_does_not_see_the_api_key(
    way: str, serve: Callable[[socket.socket], None]
) -> None:
    def accept() -> None:
        with server.accept()[0] as connection:
            serve(connection)

    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(EarshotError) as caught:
        Thread(target=accept).start()
        options: Any = {"max_retries": 0}
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        if way == "sync":
            Earshot(url, _SECRET, **options).transcriptions.create(file_id="file_a")
        else:
            asyncio.run(AsyncEarshot(url, _SECRET, **options).transcriptions.create(file_id="file_a"))
    seen = "".join(traceback.TracebackException.from_exception(caught.value, capture_locals=True).format())
    assert [line for line in seen.splitlines() if _SECRET in line] == []
