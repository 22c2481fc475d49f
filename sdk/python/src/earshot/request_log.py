"""The requests of the last seven days that failed or changed something."""

from __future__ import annotations

from .flow import ask, path_of
from .runner import AsyncRunner, Runner
from .types import RecordedRequest


class RequestLog:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def get(self, request_id: str) -> RecordedRequest:
        """A request and its answer. Errors have its id as `request_id`."""
        return self._runner.run(ask(self._runner.settings, "GET", path_of("requests", request_id)))


class AsyncRequestLog:
    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def get(self, request_id: str) -> RecordedRequest:
        return await self._runner.run(ask(self._runner.settings, "GET", path_of("requests", request_id)))
