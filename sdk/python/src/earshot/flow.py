"""
The steps of the client, without input or output. Each flow yields requests and waits, and is resumed with the answers.
So the same flows serve the blocking and the asynchronous client.
"""

from __future__ import annotations

import json
import random
import re
import uuid
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, BinaryIO, Callable, Generator, Mapping, Optional, TypeVar, Union
from urllib.parse import quote, urlsplit

import httpx

from .errors import ApiError, ConnectionFailed, EarshotError, RateLimited, UploadFailed, api_error
from .gate import Gate

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """A request without the API key. Tools that record the variables of an error would record the key."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    params: Mapping[str, Union[str, int]] = field(default_factory=dict)
    content: Optional[bytes] = None
    #: Fields and file of a form, for the object store.
    form: Optional[tuple[Mapping[str, str], BinaryIO]] = None


@dataclass(frozen=True)
class Sleep:
    seconds: float


Effect = Union[Send, Sleep]
#: Resumed with the answer of a `Send`, and with None after a `Sleep`.
Flow = Generator[Effect, Any, T]

# The caller decides about a longer wait, such as the wait for the next day's quota.
_MAX_WAIT_SECONDS = 60.0
#: The maximum of the exponential backoff.
MAX_DELAY_SECONDS = 8.0


def new_key() -> str:
    return str(uuid.uuid4())


def path_of(*parts: str) -> str:
    """The path below `/v1`. The parts may have any characters."""
    return "/v1/" + "/".join(quote(part, safe="") for part in parts)


def host_of(url: httpx.URL) -> str:
    """The host of an address, with its port unless that is the usual one."""
    return url.netloc.decode()


def _assert_sendable(name: str, value: str) -> None:
    """Refuses a value that a header cannot contain. The message does not include the value, which may be a secret."""
    if not re.fullmatch("[ -~]*", value):
        raise EarshotError(f"{name} may have only printable ASCII characters.")


def _is_address(text: str) -> bool:
    """Whether the paths of the service can follow this address."""
    try:
        url = urlsplit(text)
        is_bare = not (url.username or url.query or url.fragment)
        return url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0 and is_bare
    except ValueError:
        return False


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str = field(repr=False)
    max_retries: int = 4
    random: Callable[[], float] = random.random
    now: Callable[[], float] = monotonic
    gate: Gate = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # What was read from a file ends with a line break.
        base_url, api_key = (self.base_url or "").strip(), (self.api_key or "").strip()
        if not _is_address(base_url):
            raise EarshotError("base_url is not an address such as https://api.example.")
        if not api_key:
            raise EarshotError("api_key is missing.")
        _assert_sendable("api_key", api_key)
        object.__setattr__(self, "api_key", api_key)
        # Other services count the version to their address.
        object.__setattr__(self, "base_url", re.sub("(/v1)?/*$", "", base_url))
        object.__setattr__(self, "gate", Gate(self.now))


def _error(settings: Settings, answer: httpx.Response) -> ApiError:
    try:
        error = answer.json().get("error")
    except (ValueError, AttributeError):
        error = None
    after = answer.headers.get("retry-after", "")
    return api_error(
        answer.status_code,
        # API Gateway adds the header, also to its own answers.
        {"request_id": answer.headers.get("apigw-requestid"), **(error if isinstance(error, dict) else {})},
        float(after) if after.isdecimal() else None,
        settings.base_url,
    )


def _is_over_limit(error: Exception) -> bool:
    """Whether a request was not executed because its key is over the rate limit."""
    return isinstance(error, RateLimited) and error.type == "rate_limit_exceeded" and error.retry_after is not None


def may_pass(error: Exception) -> bool:
    """Whether the same request may succeed later: after no answer, 408, 429 and every 5xx but 501."""
    status: int = getattr(error, "status", 0)
    # The store answers 400 to an upload that stood still for too long.
    is_late = isinstance(error, UploadFailed) and error.code == "RequestTimeout"
    return is_late or isinstance(error, ConnectionFailed) or status in (408, 429) or (status >= 500 and status != 501)


def _delay(settings: Settings, error: Exception, tries: int) -> Optional[float]:
    """Seconds until the next attempt. None if a retry would not help."""
    if not may_pass(error):
        return None
    jittered = min(MAX_DELAY_SECONDS, 0.5 * 2.0**tries) * (0.5 + settings.random() / 2)
    after = getattr(error, "retry_after", None)
    if after is None:
        return jittered
    # The jitter keeps clients that wait for the same second from colliding again.
    return None if after > _MAX_WAIT_SECONDS else float(after) + jittered / 4


def retrying(settings: Settings, step: Callable[[], Flow[T]]) -> Flow[T]:
    """Retries a step that fails temporarily: after the wait that the service asks for, or with exponential backoff.

    A request over the rate limit of the key does not count as an attempt, and delays the client's other requests.
    """
    tries = 0
    while True:
        try:
            return (yield from step())
        except (ApiError, ConnectionFailed, UploadFailed) as error:
            is_over_limit = settings.max_retries > 0 and _is_over_limit(error)
            wait = _delay(settings, error, tries) if is_over_limit or tries < settings.max_retries else None
            if wait is None:
                raise
        if is_over_limit:
            settings.gate.close(wait)
        else:
            tries += 1
            yield Sleep(wait)


def exchange(send: Send) -> Flow[httpx.Response]:
    """The answer. A page counts as none: it is that of a network where one must sign in, or of another server."""
    answer: httpx.Response = yield send
    if answer.is_success and answer.headers.get("content-type", "").startswith("text/html"):
        raise ConnectionFailed(f"{host_of(answer.url)} answered with a page.")
    return answer


def _request(
    settings: Settings,
    method: str,
    path: str,
    read: Callable[[httpx.Response], T],
    *,
    params: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    key: Optional[str] = None,
) -> Flow[T]:
    """Sends a request to the API, and retries it while it may succeed."""
    if key is not None:
        _assert_sendable("idempotency_key", key)
    send = Send(
        method,
        settings.base_url + path,
        {
            **({"content-type": "application/json"} if body is not None else {}),
            **({"idempotency-key": key} if key is not None else {}),
        },
        {name: value for name, value in (params or {}).items() if value is not None},
        json.dumps(body).encode() if body is not None else None,
    )

    def once() -> Flow[T]:
        for seconds in settings.gate.waits():
            yield Sleep(seconds)
        answer = yield from exchange(send)
        if not answer.is_success:
            raise _error(settings, answer)
        return read(answer)

    return (yield from retrying(settings, once))


def _json(answer: httpx.Response) -> Any:
    try:
        # The fields are not checked: the service validates its answers against the schemas from which the types are generated.
        return answer.json()
    except ValueError as error:
        raise ConnectionFailed(f"{host_of(answer.url)} answered without JSON.") from error


def text(settings: Settings, method: str, path: str, params: Optional[Mapping[str, Any]] = None) -> Flow[str]:
    """The text of the answer, which is empty after a DELETE."""
    return (yield from _request(settings, method, path, lambda answer: answer.text, params=params))


def ask(
    settings: Settings,
    method: str,
    path: str,
    *,
    params: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    key: Optional[str] = None,
) -> Flow[T]:
    """The JSON of the answer, as the type that the caller expects from the route."""
    answer: T = yield from _request(settings, method, path, _json, params=params, body=body, key=key)
    return answer
