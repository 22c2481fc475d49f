"""Sends and receives a session's messages over one WebSocket after another, in an event loop."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Callable, Optional

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from .errors import ConnectionFailed
from .realtime_protocol import RealtimeProtocol, RealtimeState
from .types import RealtimeEvent

_REFUSALS = (401, 403)
#: For the closing handshake.
_CLOSE_TIMEOUT = 2.0


class RealtimeLine:
    def __init__(
        self,
        url: str,
        client_secret: str,
        on_event: Callable[[Optional[RealtimeEvent]], None],
        on_state: Optional[Callable[[RealtimeState], None]] = None,
    ) -> None:
        """Reports each event, and None after the last one. `error` then tells whether the session was lost."""
        self.error: Optional[Exception] = None
        self.protocol = RealtimeProtocol(client_secret, monotonic(), on_event, on_state)
        self._url = url
        self._on_event = on_event
        self._wake = asyncio.Event()
        self._has_messages = asyncio.Event()
        self._socket: Optional[ClientConnection] = None
        self._task: Optional[asyncio.Task[None]] = None

    def send(self, data: bytes) -> None:
        self.protocol.send(data, monotonic())
        self._wake.set()

    def finalize(self) -> None:
        self.protocol.finalize(monotonic())
        self._wake.set()

    def finish(self) -> None:
        self.protocol.finish(monotonic())
        self._wake.set()

    def interrupt(self) -> None:
        if self._socket:
            self._socket.transport.abort()

    def close(self) -> None:
        self.protocol.close()
        if self._task:
            self._task.cancel()

    async def run(self) -> None:
        """Returns when the session has ended, was closed or is lost."""
        self._task = asyncio.current_task()
        try:
            await self._connect_until_closed()
        except asyncio.CancelledError:
            if self.protocol.state != "closed":
                raise
        except Exception as error:
            self.error = error
        finally:
            self.protocol.close()
            self._on_event(None)

    async def _connect_until_closed(self) -> None:
        while self.protocol.state != "closed":
            cause = await self._connect()
            delay = self.protocol.broken(monotonic())
            if delay is not None:
                await asyncio.sleep(delay)
            elif cause:
                raise ConnectionFailed(f"The session cannot be reached: {cause}") from cause

    async def _connect(self) -> Optional[Exception]:
        """Returns the reason why the connection ended. None if the session ended."""
        self.protocol.connecting(monotonic())
        try:
            async with connect(
                f"{self._url}&after={self.protocol.last_event_id}",
                subprotocols=[Subprotocol("earshot.v1"), Subprotocol(self.protocol.credential)],
                max_size=None,
                # The protocol has pings of its own.
                ping_interval=None,
                close_timeout=_CLOSE_TIMEOUT,
            ) as socket:
                return await self._converse(socket)
        except InvalidStatus as error:
            if self.protocol.state == "connecting" and error.response.status_code in _REFUSALS:
                self.protocol.close()
            return error
        except (OSError, asyncio.TimeoutError, WebSocketException) as error:
            return error

    async def _converse(self, socket: ClientConnection) -> Optional[Exception]:
        self._socket = socket
        self.protocol.opened(monotonic())
        tasks = [asyncio.create_task(self._watch(socket)), asyncio.create_task(self._speak(socket))]
        try:
            while self.protocol.state != "closed":
                self.protocol.received(await socket.recv(decode=True), monotonic())
                self._wake.set()
            return None
        except ConnectionClosed as error:
            return error
        finally:
            # The closing handshake would wait for ever for messages that cannot be sent.
            asyncio.get_running_loop().call_later(_CLOSE_TIMEOUT, socket.transport.abort)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _speak(self, socket: ClientConnection) -> None:
        while await self._has_messages.wait():
            self._has_messages.clear()
            messages, self.protocol.outgoing = self.protocol.outgoing, []
            for message in messages:
                await socket.send(message)

    async def _watch(self, socket: ClientConnection) -> None:
        """Watches the time in a task of its own, because sending may take for ever after the network has vanished."""
        while self.protocol.tick(monotonic()):
            self._has_messages.set()
            await self._until_due()
        # A closing handshake would wait for the silent server.
        socket.transport.abort()

    async def _until_due(self) -> None:
        # `wait_for` may swallow a cancellation before Python 3.12.
        timer = asyncio.get_running_loop().call_later(self.protocol.next_at - monotonic(), self._wake.set)
        try:
            await self._wake.wait()
        finally:
            timer.cancel()
        self._wake.clear()
