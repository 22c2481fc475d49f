"""Decides when the requests of a client may start."""

from __future__ import annotations

from threading import Lock
from typing import Callable, Iterator

#: Between requests that were held back: time for an answer that says the limit is reached again.
_GAP_SECONDS = 0.25


class Gate:
    """Holds all requests of a client while its key is over the rate limit. Then they start one by one.

    All calls and threads of the client share it. A waiting request reserves no place, because it may give up.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        #: When the next request may begin.
        self._next_at = 0.0

    def close(self, seconds: float) -> None:
        """Holds all requests for this time."""
        with self._lock:
            self._next_at = max(self._next_at, self._now() + seconds)

    def waits(self) -> Iterator[float]:
        """Yields the seconds of each wait until a request may start."""
        seconds = self._pass(is_held=False)
        while seconds > 0:
            yield seconds
            seconds = self._pass(is_held=True)

    def _pass(self, is_held: bool) -> float:
        """The seconds until a request should try again. It may start if they are 0 or less."""
        with self._lock:
            now = self._now()
            seconds = self._next_at - now
            if seconds <= 0 and is_held:
                self._next_at = now + _GAP_SECONDS
            return seconds
