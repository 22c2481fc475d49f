"""The protocol of a session, with the service and the clock of a test."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any, Optional

from earshot.realtime_protocol import RealtimeProtocol, RealtimeState
from earshot.types import RealtimeEvent


class Client:
    """A protocol, the service that the test plays, and a clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.events: list[RealtimeEvent] = []
        self.states: list[RealtimeState] = []
        self.sent: list[Any] = []
        self.protocol = RealtimeProtocol("es_rt_secret", 0.0, self.events.append, self.states.append, lambda: 1.0)
        self.connections = 0

    def connect(self) -> None:
        self.connections += 1
        self.protocol.connecting(self.now)
        self.protocol.opened(self.now)
        self.take()

    def take(self) -> None:
        self.sent += [json.loads(message) for message in self.protocol.outgoing]
        self.protocol.outgoing.clear()

    def receive(self, kind: Optional[str], **fields: Any) -> None:
        event = {"type": kind, "session_id": "rts_a", "at": "2026-11-20T10:00:00.000Z", **fields} if kind else fields
        self.protocol.received(json.dumps(event), self.now)
        self.take()

    def greet(self, offset: int = 0, token: str = "es_rr_token", audio_format: str = "pcm_s16le") -> None:
        self.connect()
        audio = {"format": audio_format}
        self.receive("session.started", next_offset=offset, resume={"token": token}, audio=audio)

    def final(self, number: int) -> None:
        self.receive("transcript.final", id=number, segment={"id": number, "text": "A."})

    def send(self, length: int) -> None:
        self.protocol.send(bytes(length), self.now)
        self.take()

    def wait(self, seconds: float) -> bool:
        """Lets time pass, and calls `tick` when something is due. False when the connection counts as broken."""
        end = self.now + seconds
        while self.protocol.next_at <= end:
            self.now = self.protocol.next_at
            if not self.protocol.tick(self.now):
                return False
            self.take()
        self.now = end
        return True

    def audio(self) -> list[tuple[int, int]]:
        return [(one["offset"], len(b64decode(one["data"]))) for one in self.sent if one["type"] == "audio"]

    def said(self, kind: str) -> list[Any]:
        return [one for one in self.sent if one["type"] == kind]

    def fail_for(self, seconds: float) -> None:
        """Makes each attempt to connect fail for a time."""
        end = self.now + seconds
        while self.now < end:
            delay = self.protocol.broken(self.now)
            if delay is None:
                return
            self.now += delay
            self.connections += 1
