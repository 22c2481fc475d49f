"""Both connections, over WebSockets to a service in the test."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from base64 import b64decode
from typing import Any, Iterator, Sequence

import pytest
from websockets.sync.server import Server, ServerConnection, serve

from earshot import AsyncRealtimeConnection, ConnectionFailed, RealtimeConnection

AT = {"session_id": "rts_a", "at": "2026-11-20T10:00:00.000Z"}
FINISHED = {"type": "session.finished", "id": 1, **AT}
STARTED = {"resume": {"token": "es_rr_a"}, "audio": {"format": "pcm_s16le"}}
SECOND = bytes(32_000)


class Service:
    """Stores audio as it arrives, and breaks its first connection when it has some."""

    def __init__(self) -> None:
        self.stored = b""
        self.opened: list[tuple[str, list[str]]] = []
        self.server: Server = serve(self._serve, "127.0.0.1", 0, subprotocols=["earshot.v1"])  # type: ignore[list-item]
        host, port = self.server.socket.getsockname()[:2]
        self.url = f"ws://{host}:{port}/realtime?session=rts_a"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _serve(self, connection: ServerConnection) -> None:
        request = connection.request
        assert request
        self.opened.append((request.path, request.headers["Sec-WebSocket-Protocol"].split(", ")))
        for text in connection:
            message = json.loads(text)
            if message["type"] == "hello":
                self._say(connection, "session.started", next_offset=len(self.stored), **STARTED)
            if message["type"] == "audio" and message["offset"] == len(self.stored):
                self.stored += b64decode(message["data"])
                if len(self.opened) == 1:
                    return connection.socket.shutdown(socket.SHUT_RDWR)
                self._say(connection, "audio.ack", through=len(self.stored))
            if message["type"] == "finish":
                self._say(connection, "session.finished", id=1)

    def _say(self, connection: ServerConnection, kind: str, **fields: Any) -> None:
        connection.send(json.dumps({"type": kind, **AT, **fields}))


@pytest.fixture
def service() -> Iterator[Service]:
    played = Service()
    yield played
    played.server.shutdown()


def check(service: Service, kinds: Sequence[str], states: list[str]) -> None:
    assert len(service.stored) == 2 * len(SECOND)
    assert service.opened[0] == ("/realtime?session=rts_a&after=0", ["earshot.v1", "es_rt_a"])
    assert service.opened[1][1] == ["earshot.v1", "es_rr_a"]
    assert kinds[-1] == "session.finished" and kinds.count("session.started") == 2
    assert states == ["live", "reconnecting", "live", "closed"]


def test_a_blocking_connection_that_broke_goes_on_where_the_service_stands(service: Service) -> None:
    states: list[str] = []
    with RealtimeConnection(service.url, "es_rt_a", on_state=states.append) as connection:
        connection.send(SECOND)
        connection.send(bytearray(SECOND))
        connection.finish()
        kinds = [event["type"] for event in connection]
        assert (connection.buffered_bytes, list(connection)) == (0, [])
    check(service, kinds, states)


def test_an_asynchronous_connection_that_broke_goes_on_where_the_service_stands(service: Service) -> None:
    states: list[str] = []

    async def main() -> Sequence[str]:
        async with AsyncRealtimeConnection(service.url, "es_rt_a", on_state=states.append) as connection:
            connection.send(SECOND)
            connection.send(SECOND)
            connection.finish()
            return [event["type"] async for event in connection]

    check(service, asyncio.run(main()), states)


def test_an_asynchronous_connection_that_is_over_can_be_iterated_again(service: Service) -> None:
    async def main() -> list[Any]:
        async with AsyncRealtimeConnection(service.url, "es_rt_a") as connection:
            connection.finish()
            async for _ in connection:
                pass
            return [event async for event in connection]

    assert asyncio.run(asyncio.wait_for(main(), 10)) == []


@pytest.fixture
def deaf() -> Iterator[str]:
    """The address of a service that greets and then reads nothing, as if the network had vanished."""
    is_over = threading.Event()

    def greet(connection: ServerConnection) -> None:
        connection.recv()
        started = {"type": "session.started", **AT, "next_offset": 0, **STARTED}
        connection.send(json.dumps(started))
        is_over.wait(30)

    with serve(greet, "127.0.0.1", 0, compression=None, close_timeout=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.socket.getsockname()[:2]
        yield f"ws://{host}:{port}/realtime?session=rts_a"
        is_over.set()
        server.shutdown()


async def blocked(url: str, states: list[str]) -> AsyncRealtimeConnection:
    """A connection with a message that the network does not accept."""
    connection = AsyncRealtimeConnection(url, "es_rt_a", on_state=states.append)
    await connection.__anext__()
    connection.send(500 * SECOND)
    return connection


def test_a_silent_connection_is_replaced_also_while_a_message_cannot_be_sent(
    deaf: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("earshot.realtime_protocol._MAX_SILENCE", 1.0)
    states: list[str] = []

    async def main() -> None:
        connection = await blocked(deaf, states)
        while states[-1] != "reconnecting":
            await asyncio.sleep(0.01)
        await connection.close()

    asyncio.run(asyncio.wait_for(main(), 10))
    assert states == ["live", "reconnecting", "closed"]


def test_a_connection_can_be_closed_while_a_message_cannot_be_sent(
    deaf: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("earshot.realtime_line._CLOSE_TIMEOUT", 0.2, raising=False)
    states: list[str] = []

    async def main() -> None:
        connection = await blocked(deaf, states)
        await asyncio.sleep(0.2)
        done, _ = await asyncio.wait({asyncio.ensure_future(connection.close())}, timeout=5)
        assert done

    asyncio.run(main())
    assert states == ["live", "closed"]


def test_a_connection_that_is_closed_ends_the_iteration_of_another_thread(service: Service) -> None:
    connection = RealtimeConnection(service.url, "es_rt_a")
    seen: list[Any] = []
    reader = threading.Thread(target=lambda: seen.extend(connection))
    reader.start()
    connection.close()
    reader.join(5)
    assert not reader.is_alive()
    connection.send(SECOND)
    assert connection.buffered_bytes == 0


def test_a_secret_that_is_refused_is_an_error_at_once() -> None:
    def refuse(connection: ServerConnection, _: Any) -> Any:
        return connection.respond(403, "")

    with serve(lambda _: None, "127.0.0.1", 0, process_request=refuse) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.socket.getsockname()[:2]
        with RealtimeConnection(f"ws://{host}:{port}/?session=rts_a", "es_rt_a") as connection:
            with pytest.raises(ConnectionFailed, match="403"):
                next(connection)
        server.shutdown()


def test_a_connection_may_be_closed_by_the_function_that_is_told_its_state(service: Service) -> None:
    failures: list[RuntimeError] = []

    def close(_: str) -> None:
        try:
            connection.close()
        except RuntimeError as error:
            failures.append(error)

    connection = RealtimeConnection(service.url, "es_rt_a", on_state=close)
    assert "session.finished" not in [event["type"] for event in connection]
    assert failures == []
