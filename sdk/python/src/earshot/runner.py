"""Runs flows: by blocking, or with asyncio."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Optional, TypeVar, Union

import httpx

from .errors import ConnectionFailed, EarshotError
from .flow import Flow, Send, Settings, ask, host_of

T = TypeVar("T")

# Set for each request, because httpx's default of 5 s would end requests that wait for a job, also in a client of the caller.
# A call waits without limit for a connection that other calls use, for example a hundred large uploads.
_TIMEOUT = httpx.Timeout(60.0, connect=10.0, pool=None)


class _Bearer(httpx.Auth):
    """Adds the API key when httpx sends a request, so that no frame of a traceback has it in a variable."""

    def __init__(self, api_key: str) -> None:
        self._api_key = api_key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = f"Bearer {self._api_key}"
        yield request


def _arguments(send: Send, key: _Bearer) -> dict[str, Any]:
    # A redirect would turn a POST into a GET. A client of the caller may follow redirects by default.
    options = {"timeout": _TIMEOUT, "follow_redirects": False}
    if send.form is not None:
        fields, file = send.form
        files = {"file": ("audio", file, "application/octet-stream")}
        return {**options, "data": dict(fields), "files": files}
    return {
        **options,
        "headers": dict(send.headers),
        "params": dict(send.params),
        "content": send.content,
        "auth": key,
    }


def _failed(error: httpx.RequestError) -> EarshotError:
    if isinstance(error, httpx.LocalProtocolError):
        # The text of the error may have the API key.
        return EarshotError("The request cannot be sent, as its headers or its body break the rules of HTTP.")
    # Errors of asyncio often have no text.
    failed = ConnectionFailed(f"No answer from {host_of(error.request.url)}: {str(error) or type(error).__name__}")
    failed.__cause__ = error
    return failed


class Runner:
    def __init__(self, settings: Settings, http: httpx.Client, sleep: Callable[[float], None]) -> None:
        self.settings = settings
        self.http = http
        self._key = _Bearer(settings.api_key)
        self._sleep = sleep

    def run(self, flow: Flow[T]) -> T:
        try:
            effect = next(flow)
            while True:
                if isinstance(effect, Send):
                    answer: Union[httpx.Response, EarshotError]
                    try:
                        answer = self.http.request(effect.method, effect.url, **_arguments(effect, self._key))
                    except httpx.RequestError as error:
                        answer = _failed(error)
                    # Thrown within `except`, it would have the first error as its context.
                    effect = flow.throw(answer) if isinstance(answer, EarshotError) else flow.send(answer)
                else:
                    self._sleep(effect.seconds)
                    effect = flow.send(None)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            flow.close()

    def pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """All items of a list, page by page as they are asked for."""
        params: Optional[Mapping[str, Any]] = query
        while params is not None:
            flow: Flow[Mapping[str, Any]] = ask(self.settings, "GET", path, params=params)
            page = self.run(flow)
            yield from page["data"]
            params = next_params(query, page)


class AsyncRunner:
    def __init__(
        self, settings: Settings, http: httpx.AsyncClient, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self.settings = settings
        self.http = http
        self._key = _Bearer(settings.api_key)
        self._sleep = sleep

    async def run(self, flow: Flow[T]) -> T:
        try:
            effect = next(flow)
            while True:
                if isinstance(effect, Send):
                    answer: Union[httpx.Response, EarshotError]
                    try:
                        answer = await self.http.request(effect.method, effect.url, **_arguments(effect, self._key))
                    except httpx.RequestError as error:
                        answer = _failed(error)
                    # Thrown within `except`, it would have the first error as its context.
                    effect = flow.throw(answer) if isinstance(answer, EarshotError) else flow.send(answer)
                else:
                    await self._sleep(effect.seconds)
                    effect = flow.send(None)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            flow.close()

    async def pages(self, path: str, query: Mapping[str, Any]) -> AsyncIterator[Any]:
        """All items of a list, page by page as they are asked for."""
        params: Optional[Mapping[str, Any]] = query
        while params is not None:
            flow: Flow[Mapping[str, Any]] = ask(self.settings, "GET", path, params=params)
            page = await self.run(flow)
            for one in page["data"]:
                yield one
            params = next_params(query, page)


def next_params(query: Mapping[str, Any], page: Mapping[str, Any]) -> Optional[Mapping[str, Any]]:
    """The query of the page that follows, or None after the last."""
    cursor = page["next_cursor"]
    return None if cursor is None else {**query, "cursor": cursor}
