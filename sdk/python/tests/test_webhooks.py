from __future__ import annotations

import base64
import hashlib
import hmac
import json
from email.message import Message
from typing import Any

import pytest

from earshot import WebhookNotVerified, webhooks

SECRET = "whsec_" + base64.b64encode(b"a secret of twenty-four bytes").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret, as long").decode()
BODY = json.dumps({"type": "webhook.test", "data": {"id": "whk_ä"}}, ensure_ascii=False)
NOW = 1_795_168_800


def headers(secret: str, at: int = NOW) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, f"evt_a.{at}.{BODY}".encode(), hashlib.sha256)
    signature = f"v1,{base64.b64encode(mac).decode()}"
    return {"Webhook-Id": "evt_a", "Webhook-Timestamp": str(at), "Webhook-Signature": signature}


@pytest.mark.parametrize("body", [BODY, BODY.encode(), bytearray(BODY.encode()), memoryview(BODY.encode())])
def test_a_signed_delivery_is_verified_as_text_and_as_bytes(body: webhooks.Body) -> None:
    assert webhooks.verify(body, headers(SECRET), SECRET, now=NOW)["type"] == "webhook.test"


def test_a_secret_that_was_read_from_a_file_is_used_without_the_white_space_around_it() -> None:
    assert webhooks.verify(BODY, headers(SECRET), f" {SECRET}\r\n", now=NOW)


def test_one_of_several_signatures_is_enough() -> None:
    both = headers(OTHER)["Webhook-Signature"] + " v2,x " + headers(SECRET)["Webhook-Signature"]
    assert webhooks.verify(BODY, {**headers(SECRET), "Webhook-Signature": both}, SECRET, now=NOW)


def test_a_test_of_a_receiver_signs_its_own_deliveries() -> None:
    assert webhooks.verify(BODY, webhooks.sign("evt_a", BODY, SECRET), SECRET)


@pytest.mark.parametrize(
    ("body", "sent", "secret"),
    [
        (BODY, headers(OTHER), SECRET),
        (BODY.replace("whk_", "whk-"), headers(SECRET), SECRET),
        (BODY, {**headers(SECRET), "Webhook-Id": "evt_b"}, SECRET),
        (BODY, {"Webhook-Id": "evt_a"}, SECRET),
        (BODY, headers(SECRET, NOW - 301), SECRET),
        (BODY, headers(SECRET, NOW + 301), SECRET),
        (BODY, {**headers(SECRET), "Webhook-Timestamp": "x"}, SECRET),
        (BODY, {**headers(SECRET), "Webhook-Timestamp": "9" * 5_000}, SECRET),
        (BODY, headers(SECRET), "whsec_!"),
        (BODY, headers(SECRET), "whsec_ü"),
        (BODY, {**headers(SECRET), "Webhook-Id": "\udcff"}, SECRET),
        (BODY, {**headers(SECRET), "Webhook-Signature": "v1,\udcff"}, SECRET),
        (BODY, headers("whsec_"), "whsec_"),
        (BODY, headers(""), ""),
    ],
)
def test_any_other_delivery_is_refused(body: str, sent: dict[str, str], secret: str) -> None:
    with pytest.raises(WebhookNotVerified):
        webhooks.verify(body, sent, secret, now=NOW)


@pytest.mark.parametrize("body", [json.loads(BODY), None])
def test_a_body_that_is_not_as_it_was_received_is_refused_with_the_remedy(body: Any) -> None:
    with pytest.raises(WebhookNotVerified, match="Hand over the body as it was received"):
        webhooks.verify(body, headers(SECRET), SECRET, now=NOW)


def test_headers_need_not_be_a_mapping() -> None:
    received = Message()
    for name, value in headers(SECRET).items():
        received[name] = value
    assert webhooks.verify(BODY, received, SECRET, now=NOW)
