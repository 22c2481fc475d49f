"""A service whose answers the test determines, for both clients."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from operator import attrgetter
from typing import Any, Callable, Optional, TypeVar

import httpx
import pytest

from earshot import AsyncEarshot, Earshot

WAV = b"RIFF0000WAVEfmt "
GRANT = {
    "id": "upl_a",
    "upload_url": "https://s3.example/",
    "upload_fields": {"key": "uploads/a"},
}
_LISTS = (".list", ".charges", ".deliveries")
C = TypeVar("C", Earshot, AsyncEarshot)
Answer = Callable[[httpx.Request], httpx.Response]
#: Runs a test for the blocking client and for that of asyncio.
both = pytest.mark.parametrize("way", ["sync", "async"])


def refused(status: int, kind: str = "invalid_request", details: Any = None, after: Optional[str] = None) -> httpx.Response:
    error = {"type": kind, "message": "No.", "retryable": False, "doc_url": f"/v1/errors#{kind}", "request_id": "r"}
    headers = {"retry-after": after} if after else {}
    return httpx.Response(status, json={"error": {**error, "details": details or {}}}, headers=headers)


def job(status: str, **more: Any) -> httpx.Response:
    return httpx.Response(200, json={"id": "ofq_a", "status": status, "error": None, **more})


class Service:
    def __init__(
        self,
        get: Optional[Answer] = None,
        store: Optional[Answer] = None,
        upload_status: str = "issued",
        loses_answers: bool = False,
        instead: Optional[Callable[[httpx.Request], Optional[httpx.Response]]] = None,
        max_retries: int = 4,
    ) -> None:
        """With lost answers, loses the first of each address. `instead` may answer any request; None means as usual."""
        self.requests: list[httpx.Request] = []
        self.bodies: list[bytes] = []
        self.waits: list[float] = []
        #: Whether the httpx client of the caller follows redirects by itself.
        self.follow_redirects = False
        self._grant = {**GRANT, "status": upload_status}
        self._get = get or (lambda _: job("completed", transcript="Hello."))
        self._loses_answers = loses_answers
        self._options: dict[str, Any] = {"max_retries": max_retries}
        self._instead = instead or (lambda _: None)
        self.store = store or (lambda _: httpx.Response(201))

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.bodies.append(request.read())
        return self._answer(request)

    async def answer_later(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.bodies.append(await request.aread())
        return self._answer(request)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        if self._loses_answers and [one.url for one in self.requests].count(request.url) == 1:
            raise httpx.ReadError("lost")
        other = self._instead(request)
        if other is not None:
            return other
        if request.url.host == "s3.example":
            return self.store(request)
        if request.url.path.endswith("/transcription-uploads"):
            return httpx.Response(201, json=self._grant)
        if request.method == "POST":
            return httpx.Response(202, json={"id": "ofq_a", "status": "queued"})
        return self._get(request)

    def to(self, end: str) -> list[Any]:
        """The JSON of the requests to an address."""
        pairs = zip(self.requests, self.bodies)
        return [json.loads(body) if body else None for request, body in pairs if str(request.url).endswith(end)]

    def keys(self, end: str) -> list[Optional[str]]:
        """The Idempotency-Keys of the requests to an address."""
        return [request.headers.get("idempotency-key") for request in self.requests if str(request.url).endswith(end)]

    def client(self, base_url: str = "https://api.example", api_key: str = "es_live_k", **more: Any) -> Earshot:
        http = httpx.Client(transport=httpx.MockTransport(self.answer), follow_redirects=self.follow_redirects)
        return self._clocked(Earshot(base_url, api_key, http=http, sleep=self.waits.append, **more))

    def async_client(self, **more: Any) -> AsyncEarshot:
        async def sleep(seconds: float) -> None:
            self.waits.append(seconds)

        transport = httpx.MockTransport(self.answer_later)
        http = httpx.AsyncClient(transport=transport, follow_redirects=self.follow_redirects)
        return self._clocked(AsyncEarshot("https://api.example", "es_live_k", http=http, sleep=sleep, **more))

    def now(self) -> float:
        """The time. Only waits advance it."""
        return sum(self.waits)

    def _clocked(self, client: C) -> C:
        """The client with the clock of the test."""
        runner: Any = client._runner
        runner.settings = replace(runner.settings, now=self.now)
        return client

    def run(self, way: str, method: str, *args: Any, **options: Any) -> Any:
        """Calls one of the two clients, so that a test covers both. A list is read to its end."""
        if way == "sync":
            found = attrgetter(method)(self.client(**self._options))(*args, **options)
            return list(found) if method.endswith(_LISTS) else found
        return asyncio.run(self._run_later(method, *args, **options))

    async def _run_later(self, method: str, *args: Any, **options: Any) -> Any:
        found = attrgetter(method)(self.async_client(**self._options))(*args, **options)
        return [one async for one in found] if method.endswith(_LISTS) else await found
