"""A client's connection to a session: one that blocks, and one for asyncio."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Callable, Optional, Union

from .realtime_line import RealtimeLine
from .realtime_protocol import RealtimeState
from .types import RealtimeEvent


class RealtimeConnection:
    """Iterates over the events of a session: each once, durable ones in order, even if the connection breaks.

    It keeps audio until the service has stored it, and resumes automatically after a break. A separate thread sends and
    receives messages, so any thread may send while another iterates. The iteration ends with the session. It raises
    `ConnectionFailed` if the first connection takes more than a minute, or a later one more than ten minutes. Close it,
    or use it in a `with`.
    """

    def __init__(
        self,
        url: str,
        client_secret: str,
        *,
        on_state: Optional[Callable[[RealtimeState], None]] = None,
    ) -> None:
        self._events: SimpleQueue[Optional[RealtimeEvent]] = SimpleQueue()
        self._line = RealtimeLine(url, client_secret, self._events.put, on_state)
        self._sent = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="earshot-realtime", daemon=True)
        self._thread.start()

    def __enter__(self) -> "RealtimeConnection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> "RealtimeConnection":
        return self

    def __next__(self) -> RealtimeEvent:
        event = self._events.get()
        if event is not None:
            return event
        self._events.put(None)
        if self._line.error:
            raise self._line.error
        raise StopIteration

    @property
    def buffered_bytes(self) -> int:
        """The number of bytes that the service has not stored yet. 0 once the connection is closed."""
        if self._line.protocol.state == "closed":
            return 0
        return self._sent - self._line.protocol.stored_bytes

    def send(self, data: Union[bytes, bytearray, memoryview]) -> None:
        """Sends PCM at once and WebM with the next 0.3 s, or later if there is no connection. Does nothing once closed."""
        copy = bytes(data)
        self._sent += len(copy)
        self._tell(self._line.send, copy)

    def finalize(self) -> None:
        """Ends the segment here. Its text becomes final without waiting for a pause."""
        self._tell(self._line.finalize)

    def finish(self) -> None:
        """Ends the session after all audio sent so far. `session.finished` follows."""
        self._tell(self._line.finish)

    def interrupt(self) -> None:
        """Breaks the connection like a network failure. It resumes automatically."""
        self._tell(self._line.interrupt)

    def close(self) -> None:
        """Leaves the session without ending it."""
        self._tell(self._line.close)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _tell(self, act: Callable[..., None], *args: Any) -> None:
        # When the session is over, the event loop is closed.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act, *args)

    def _serve(self) -> None:
        try:
            self._loop.run_until_complete(self._line.run())
        finally:
            self._loop.close()


class AsyncRealtimeConnection:
    """Like `RealtimeConnection`, for asyncio. Close it, or use it in an `async with`."""

    def __init__(
        self,
        url: str,
        client_secret: str,
        *,
        on_state: Optional[Callable[[RealtimeState], None]] = None,
    ) -> None:
        self._events: asyncio.Queue[Optional[RealtimeEvent]] = asyncio.Queue()
        self._line = RealtimeLine(url, client_secret, self._events.put_nowait, on_state)
        self._task = asyncio.get_running_loop().create_task(self._line.run())

    async def __aenter__(self) -> "AsyncRealtimeConnection":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __aiter__(self) -> "AsyncRealtimeConnection":
        return self

    async def __anext__(self) -> RealtimeEvent:
        event = await self._events.get()
        if event is not None:
            return event
        self._events.put_nowait(None)
        if self._line.error:
            raise self._line.error
        raise StopAsyncIteration

    @property
    def buffered_bytes(self) -> int:
        return self._line.protocol.buffered_bytes

    def send(self, data: Union[bytes, bytearray, memoryview]) -> None:
        self._line.send(bytes(data))

    def finalize(self) -> None:
        self._line.finalize()

    def finish(self) -> None:
        self._line.finish()

    def interrupt(self) -> None:
        self._line.interrupt()

    async def close(self) -> None:
        self._line.close()
        await self._task
