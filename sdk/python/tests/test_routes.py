from __future__ import annotations

import httpx
import pytest

from earshot import Earshot, EarshotError

from .fake import Service, both


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
