"""Verifies deliveries, which follow Standard Webhooks v1."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Iterable, Optional, Protocol, Union

from .errors import WebhookNotVerified
from .types import WebhookEvent

# As Standard Webhooks recommends: an attacker may have recorded an older delivery.
_TOLERANCE_SECONDS = 300
_TIMESTAMP = re.compile("[0-9]{1,12}")


#: The body of a request as it was received.
Body = Union[str, bytes, bytearray, memoryview]


class Headers(Protocol):
    """The headers of a request, as frameworks have them, or a dict."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def _key(secret: str) -> bytes:
    try:
        # A value that was read from a file ends with a line break.
        key = base64.b64decode(secret.strip().removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise WebhookNotVerified("The secret is not that of a webhook.")
    return key


def _encoded(header: str) -> bytes:
    # Some frameworks decode bytes that are not UTF-8 to surrogates.
    return header.encode("utf-8", "surrogatepass")


def _signature(event_id: str, timestamp: str, body: bytes, secret: str) -> str:
    mac = hmac.digest(_key(secret), _encoded(f"{event_id}.{timestamp}.") + body, hashlib.sha256)
    return f"v1,{base64.b64encode(mac).decode()}"


def _raw(body: Body) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    # The types cannot prevent this: bodies that frameworks have parsed are often `Any`.
    raise WebhookNotVerified(
        "Hand over the body as it was received, not parsed: request.get_data() of Flask, request.body of Django, "
        "await request.body() of FastAPI."
    )


def verify(
    body: Body, headers: Headers, secret: str, *, now: Optional[float] = None
) -> WebhookEvent:
    """Verifies a delivery and returns its event. `body` must be as received: JSON that was written again has other bytes.

    Raises `WebhookNotVerified` unless one of the signatures was made with the secret within the last five minutes.
    """
    raw = _raw(body)
    given = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp, signatures = (
            given[name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
        )
    except KeyError as missing:
        raise WebhookNotVerified(f"The header {missing} is missing.") from None
    age = (time.time() if now is None else now) - int(timestamp) if _TIMESTAMP.fullmatch(timestamp) else None
    if age is None or abs(age) > _TOLERANCE_SECONDS:
        raise WebhookNotVerified("The delivery is too old or its time is wrong.")
    expected = _signature(event_id, timestamp, raw, secret)
    for one in signatures.split(" "):
        if hmac.compare_digest(_encoded(one), expected.encode()):
            event: WebhookEvent = json.loads(raw)
            return event
    raise WebhookNotVerified("No signature was made with this secret.")


def sign(event_id: str, body: Body, secret: str, *, now: Optional[float] = None) -> dict[str, str]:
    """The headers of a signed delivery, for tests of a receiver."""
    timestamp = str(int(time.time() if now is None else now))
    return {
        "webhook-id": event_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": _signature(event_id, timestamp, _raw(body), secret),
    }
