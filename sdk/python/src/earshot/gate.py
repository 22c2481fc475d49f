"""Where the requests of a client begin."""

from __future__ import annotations

from threading import Lock
from time import monotonic
from typing import Callable, Iterator

#: Between requests that were held back: time for an answer that says the limit is reached again.
_GAP_SECONDS = 0.25


class Gate:
    """Holds back all requests of a client while its key is over the rate limit; then they begin one by one.

    All calls of the client share it, also those of several threads.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._opens_at = 0.0
        #: When the next request may begin that is held back.
        self._next_at = 0.0

    def close(self, seconds: float) -> None:
        """Lets no request begin for this time."""
        with self._lock:
            self._opens_at = max(self._opens_at, self._now() + seconds)
            self._next_at = max(self._next_at, self._opens_at)

    def waits(self) -> Iterator[float]:
        """The seconds to wait, one wait after the other, until a request may begin."""
        while True:
            begin, now = self._place()
            if begin <= now:
                return
            yield begin - now
            # Unless another answer has closed it since then.
            if self._opens_at <= begin:
                return

    def _place(self) -> tuple[float, float]:
        """When a request may begin, and the time."""
        with self._lock:
            begin, now = self._next_at, self._now()
            if begin > now:
                self._next_at += _GAP_SECONDS
            return begin, now
