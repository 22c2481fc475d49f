"""Runs flows: by blocking, or with asyncio."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Optional, TypeVar, Union

import httpx

from .errors import ConnectionFailed, EarshotError
from .flow import Effect, Flow, Send, Settings, Sleep, ask, host_of

T = TypeVar("T")

# Set for each request, because httpx's default of 5 s would end requests that wait for a job, also in a client of the caller.
# A call waits without limit for a connection that other calls use, for example a hundred large uploads.
_TIMEOUT = httpx.Timeout(60.0, connect=10.0, pool=None)
# A proxy may read the whole file before it passes it on.
_UPLOAD_TIMEOUT = httpx.Timeout(60.0, connect=10.0, read=300.0, pool=None)


class _Bearer(httpx.Auth):
    """Adds the API key when httpx sends a request, so that no frame of a traceback has it in a variable."""

    def __init__(self, api_key: str) -> None:
        self._api_key = api_key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = f"Bearer {self._api_key}"
        yield request


def _arguments(send: Send, key: _Bearer) -> dict[str, Any]:
    # A redirect would turn a POST into a GET. A client of the caller may follow redirects by default.
    target = {"method": send.method, "url": send.url, "follow_redirects": False}
    if send.form is not None:
        fields, file = send.form
        files = {"file": ("audio", file, "application/octet-stream")}
        return {**target, "data": dict(fields), "files": files, "timeout": _UPLOAD_TIMEOUT}
    return {
        **target,
        "headers": dict(send.headers),
        "params": dict(send.params),
        "content": send.content,
        "timeout": _TIMEOUT,
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


def _resumed(flow: Flow[T], answer: Union[httpx.Response, EarshotError, None]) -> Effect:
    """What the flow wants next. Raises `StopIteration` with its result at its end."""
    # Thrown within `except`, an error would have the first error as its context.
    return flow.throw(answer) if isinstance(answer, EarshotError) else flow.send(answer)


class Runner:
    def __init__(self, settings: Settings, http: httpx.Client, sleep: Callable[[float], None]) -> None:
        self.settings = settings
        self.http = http
        self._key = _Bearer(settings.api_key)
        self._sleep = sleep

    def run(self, flow: Flow[T]) -> T:
        answer: Union[httpx.Response, EarshotError, None] = None
        try:
            while True:
                effect = _resumed(flow, answer)
                answer = None
                if isinstance(effect, Sleep):
                    self._sleep(effect.seconds)
                    continue
                try:
                    answer = self.http.request(**_arguments(effect, self._key))
                except httpx.RequestError as error:
                    answer = _failed(error)
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
        answer: Union[httpx.Response, EarshotError, None] = None
        try:
            while True:
                effect = _resumed(flow, answer)
                answer = None
                if isinstance(effect, Sleep):
                    await self._sleep(effect.seconds)
                    continue
                try:
                    answer = await self.http.request(**_arguments(effect, self._key))
                except httpx.RequestError as error:
                    answer = _failed(error)
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
