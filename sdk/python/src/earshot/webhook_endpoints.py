"""The addresses that receive the events of the key's project, in the key's mode."""

from __future__ import annotations

from typing import AsyncIterator, Iterator, Optional

from typing_extensions import Unpack

from .flow import ask, new_key, path_of, text
from .runner import AsyncRunner, Runner
from .types import (
    ListWebhookDeliveriesQuery,
    NewWebhook,
    Webhook,
    WebhookChange,
    WebhookDelivery,
    WebhookEventSent,
    WebhookWithSecret,
)

_LIST = "/v1/webhooks"
_NAME = "webhooks"


class WebhookEndpoints:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def create(self, *, idempotency_key: Optional[str] = None, **webhook: Unpack[NewWebhook]) -> WebhookWithSecret:
        """Registers an address. Store `secret`, which verifies its deliveries. Only this answer contains it."""
        key = idempotency_key or new_key()
        return self._runner.run(ask(self._runner.settings, "POST", _LIST, body=webhook, key=key))

    def get(self, webhook_id: str) -> Webhook:
        return self._runner.run(ask(self._runner.settings, "GET", path_of(_NAME, webhook_id)))

    def list(self) -> Iterator[Webhook]:
        return self._runner.pages(_LIST, {})

    def update(self, webhook_id: str, **change: Unpack[WebhookChange]) -> Webhook:
        """Changes the given fields. Enabling a disabled webhook delivers the events since it was disabled."""
        return self._runner.run(ask(self._runner.settings, "PATCH", path_of(_NAME, webhook_id), body=change))

    def delete(self, webhook_id: str) -> None:
        """Stops all deliveries and erases the secret."""
        self._runner.run(text(self._runner.settings, "DELETE", path_of(_NAME, webhook_id)))

    def rotate_secret(self, webhook_id: str) -> WebhookWithSecret:
        """Makes a new secret. The previous one also signs for 24 more hours."""
        return self._runner.run(ask(self._runner.settings, "POST", path_of(_NAME, webhook_id, "rotate-secret")))

    def test(self, webhook_id: str) -> WebhookEventSent:
        """Sends a `webhook.test`."""
        return self._runner.run(ask(self._runner.settings, "POST", path_of(_NAME, webhook_id, "test")))

    def deliveries(self, webhook_id: str, **query: Unpack[ListWebhookDeliveriesQuery]) -> Iterator[WebhookDelivery]:
        """The deliveries of the last 30 days, newest first."""
        return self._runner.pages(path_of(_NAME, webhook_id, "deliveries"), query)

    def redeliver(self, webhook_id: str, delivery_id: str) -> WebhookEventSent:
        """Sends a delivery again, with the same `webhook-id`."""
        path = path_of(_NAME, webhook_id, "deliveries", delivery_id, "redeliver")
        return self._runner.run(ask(self._runner.settings, "POST", path))


class AsyncWebhookEndpoints:
    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def create(
        self, *, idempotency_key: Optional[str] = None, **webhook: Unpack[NewWebhook]
    ) -> WebhookWithSecret:
        key = idempotency_key or new_key()
        return await self._runner.run(ask(self._runner.settings, "POST", _LIST, body=webhook, key=key))

    async def get(self, webhook_id: str) -> Webhook:
        return await self._runner.run(ask(self._runner.settings, "GET", path_of(_NAME, webhook_id)))

    def list(self) -> AsyncIterator[Webhook]:
        return self._runner.pages(_LIST, {})

    async def update(self, webhook_id: str, **change: Unpack[WebhookChange]) -> Webhook:
        return await self._runner.run(ask(self._runner.settings, "PATCH", path_of(_NAME, webhook_id), body=change))

    async def delete(self, webhook_id: str) -> None:
        await self._runner.run(text(self._runner.settings, "DELETE", path_of(_NAME, webhook_id)))

    async def rotate_secret(self, webhook_id: str) -> WebhookWithSecret:
        path = path_of(_NAME, webhook_id, "rotate-secret")
        return await self._runner.run(ask(self._runner.settings, "POST", path))

    async def test(self, webhook_id: str) -> WebhookEventSent:
        return await self._runner.run(ask(self._runner.settings, "POST", path_of(_NAME, webhook_id, "test")))

    def deliveries(
        self, webhook_id: str, **query: Unpack[ListWebhookDeliveriesQuery]
    ) -> AsyncIterator[WebhookDelivery]:
        return self._runner.pages(path_of(_NAME, webhook_id, "deliveries"), query)

    async def redeliver(self, webhook_id: str, delivery_id: str) -> WebhookEventSent:
        path = path_of(_NAME, webhook_id, "deliveries", delivery_id, "redeliver")
        return await self._runner.run(ask(self._runner.settings, "POST", path))
