"""The usage of the key's project, in the mode of the key."""

from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Optional

from .flow import ask, text
from .runner import AsyncRunner, Runner
from .types import Charge, Usage

_PATH = "/v1/reports/usage"
_CHARGES = "/v1/reports/charges"


def _days(start: Optional[str], end: Optional[str], **more: str) -> dict[str, Any]:
    """The query without omitted values, for which the service has defaults."""
    given = {"start": start, "end": end, **more}
    return {name: value for name, value in given.items() if value is not None}


class UsageReports:
    """Ranges are UTC days, "2026-11-20", both inclusive. The default is the last 30 days."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def get(self, *, start: Optional[str] = None, end: Optional[str] = None) -> Usage:
        """Jobs, audio and price by day, and by key and language, and the current use of the limits."""
        return self._runner.run(ask(self._runner.settings, "GET", _PATH, params=_days(start, end)))

    def csv(self, *, start: Optional[str] = None, end: Optional[str] = None) -> str:
        """The same as CSV, with a row for each day, key and language."""
        params = _days(start, end, format="csv")
        return self._runner.run(text(self._runner.settings, "GET", _PATH, params))

    def charges(self, *, start: Optional[str] = None, end: Optional[str] = None) -> Iterator[Charge]:
        """The charge of each job, including deleted jobs."""
        return self._runner.pages(_CHARGES, _days(start, end))


class AsyncUsageReports:
    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def get(self, *, start: Optional[str] = None, end: Optional[str] = None) -> Usage:
        return await self._runner.run(ask(self._runner.settings, "GET", _PATH, params=_days(start, end)))

    async def csv(self, *, start: Optional[str] = None, end: Optional[str] = None) -> str:
        params = _days(start, end, format="csv")
        return await self._runner.run(text(self._runner.settings, "GET", _PATH, params))

    def charges(self, *, start: Optional[str] = None, end: Optional[str] = None) -> AsyncIterator[Charge]:
        return self._runner.pages(_CHARGES, _days(start, end))
