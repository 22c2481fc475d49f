"""Sessions that turn speech into text while it is spoken."""

from __future__ import annotations

from typing import AsyncIterator, Callable, Iterator, Optional

from typing_extensions import Unpack

from .errors import EarshotError
from .flow import ask, new_key, path_of, text
from .realtime_connection import AsyncRealtimeConnection, RealtimeConnection
from .realtime_protocol import RealtimeState
from .runner import AsyncRunner, Runner
from .types import CreatedRealtimeSession, ListRealtimeSessionsQuery, NewRealtimeSession, RealtimeSession

_LIST = "/v1/realtime/sessions"


def _path(session_id: str) -> str:
    return path_of("realtime", "sessions", session_id)


def _secret_of(session: CreatedRealtimeSession) -> str:
    secret = session["client_secret"]
    if secret is None:
        raise EarshotError("The secret of this session was given to another API key.")
    return secret["value"]


class RealtimeSessions:
    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def create(
        self, *, idempotency_key: Optional[str] = None, **session: Unpack[NewRealtimeSession]
    ) -> CreatedRealtimeSession:
        """Creates a session. Give `websocket_url` and `client_secret` to a web page, or connect here."""
        key = idempotency_key or new_key()
        return self._runner.run(ask(self._runner.settings, "POST", _LIST, body=session, key=key))

    def connect(
        self, session: CreatedRealtimeSession, *, on_state: Optional[Callable[[RealtimeState], None]] = None
    ) -> RealtimeConnection:
        """Connects to a created session."""
        return RealtimeConnection(session["websocket_url"], _secret_of(session), on_state=on_state)

    def get(self, session_id: str) -> RealtimeSession:
        return self._runner.run(ask(self._runner.settings, "GET", _path(session_id)))

    def list(self, **query: Unpack[ListRealtimeSessionsQuery]) -> Iterator[RealtimeSession]:
        return self._runner.pages(_LIST, query)

    def delete(self, session_id: str) -> None:
        """Ends the session. The text of the audio so far is kept."""
        self._runner.run(text(self._runner.settings, "DELETE", _path(session_id)))


class AsyncRealtimeSessions:
    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner

    async def create(
        self, *, idempotency_key: Optional[str] = None, **session: Unpack[NewRealtimeSession]
    ) -> CreatedRealtimeSession:
        key = idempotency_key or new_key()
        return await self._runner.run(ask(self._runner.settings, "POST", _LIST, body=session, key=key))

    def connect(
        self, session: CreatedRealtimeSession, *, on_state: Optional[Callable[[RealtimeState], None]] = None
    ) -> AsyncRealtimeConnection:
        return AsyncRealtimeConnection(session["websocket_url"], _secret_of(session), on_state=on_state)

    async def get(self, session_id: str) -> RealtimeSession:
        return await self._runner.run(ask(self._runner.settings, "GET", _path(session_id)))

    def list(self, **query: Unpack[ListRealtimeSessionsQuery]) -> AsyncIterator[RealtimeSession]:
        return self._runner.pages(_LIST, query)

    async def delete(self, session_id: str) -> None:
        await self._runner.run(text(self._runner.settings, "DELETE", _path(session_id)))
