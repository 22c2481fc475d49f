"""The messages of a session's client, and their times in seconds. `realtime_line.py` has the connection and the clock."""

from __future__ import annotations

import json
import math
import random
from typing import Any, Callable, Literal, Mapping, Optional

from .event_order import EventOrder
from .types import RealtimeEvent, SessionStarted
from .unstored_bytes import UnstoredBytes

RealtimeState = Literal["connecting", "live", "reconnecting", "closed"]

#: Before attempts to reconnect; the last one repeats.
_RETRY_DELAYS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
#: Until the first `session.started`.
_FIRST_CONNECTION = 60.0
#: A session whose client is away for longer ends.
_RESUMABLE = 600.0
_PING_EVERY = 20.0
#: Without any event, even the answer to a ping, a connection is taken for broken. Its socket may never learn that.
_MAX_SILENCE = 30.0
#: The audio in a message of WebM: 0.3 s minus jitter. Shorter messages would cost more, because each one is paid for.
_LONG_MESSAGE = 0.25
#: While the client waits for the service. A message has a runner that was lost replaced.
_REPEAT_EVERY = 2.0
#: After a failed message. One that failed because functions are throttled fails again at once.
_MARKS_AGAIN = 0.5
#: In which API Gateway reports that no function could take a message: a function has 29 s.
_REPORTED = 30.0

_HELLO = {"type": "hello"}
_PING = {"type": "ping"}


def _is_refusal(event: RealtimeEvent) -> bool:
    """Whether this event is the last one. After `unsupported_audio_format`, `session.finished` still follows."""
    if event["type"] != "error" or not event["fatal"] or event["error"]["retryable"]:
        return False
    return event["error"]["type"] != "unsupported_audio_format"


class RealtimeProtocol:
    """Keeps audio until the service has stored it, and repeats what a broken connection may have lost."""

    def __init__(
        self,
        client_secret: str,
        now: float,
        on_event: Callable[[RealtimeEvent], None],
        on_state: Optional[Callable[[RealtimeState], None]] = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.state: RealtimeState = "connecting"
        #: Opens the next connection.
        self.credential = client_secret
        #: Messages for the connection, oldest first. Whoever sends them takes them out.
        self.outgoing: list[str] = []
        self._on_event = on_event
        self._on_state = on_state
        self._jitter = jitter
        self._audio = UnstoredBytes()
        #: The offset of the first byte that this connection has not sent.
        self._unsent = 0
        self._is_compressed = False
        self._sent_at = -math.inf
        self._events = EventOrder(self._handle)
        # Where and when the caller ended segments. The service ignores a mark that it already has, so any may be repeated.
        self._marks: dict[tuple[Literal["finalize", "finish"], int], float] = {}
        self._is_new = True
        self._is_open = False
        self._attempts = 0
        self._give_up_at = now + _FIRST_CONNECTION
        self._repeated: tuple[Mapping[str, Any], float] = (_HELLO, _REPEAT_EVERY)
        self._silent_at = self._repeat_at = self._marks_at = self._due_at = math.inf

    @property
    def last_event_id(self) -> int:
        return self._events.last_id

    @property
    def buffered_bytes(self) -> int:
        return len(self._audio)

    @property
    def stored_bytes(self) -> int:
        """The number of stored bytes that this client sent."""
        return self._audio.start - self._audio.first

    @property
    def next_at(self) -> float:
        """The time at which `tick` has something to do."""
        return min(self._silent_at, self._repeat_at, self._marks_at, self._due_at)

    def send(self, data: bytes, now: float) -> None:
        if self.state == "closed":
            return
        self._audio.add(data)
        if self.state != "live":
            return
        if self._is_compressed and now - self._sent_at < _LONG_MESSAGE:
            self._due_at = now + _LONG_MESSAGE
        else:
            self._send_waiting(now)

    def finalize(self, now: float) -> None:
        offset = self._audio.end
        self._marks["finalize", offset] = now
        if self.state == "live":
            self._send_waiting(now)
            self._post({"type": "finalize", "offset": offset})

    def finish(self, now: float) -> None:
        self._marks["finish", self._audio.end] = now
        if self.state == "live":
            self._send_waiting(now)
            self._keep_alive(now)

    def close(self) -> None:
        self._end_connection()
        self._become("closed")

    def connecting(self, now: float) -> None:
        """Call it when an attempt to connect starts."""
        self._silent_at = now + _MAX_SILENCE

    def opened(self, now: float) -> None:
        """Call it when the handshake is complete."""
        self._is_open = True
        self._repeat(_HELLO, _REPEAT_EVERY, now)

    def received(self, text: str, now: float) -> None:
        if self.state == "closed":
            return
        self._silent_at = now + _MAX_SILENCE
        event = json.loads(text)
        if "type" not in event:
            # API Gateway reports a message that no function could process. The service requests only missing audio again.
            self._marks_at = now + _MARKS_AGAIN
            return
        if event["type"] == "session.started":
            self._resume(event, now)
        elif event["type"] == "audio.resend":
            self._send_audio(event["from"], event["to"])
        elif event["type"] == "audio.ack" or event["type"] == "transcript.partial":
            self._audio.forget(event["through"])
        self._events.add(event)

    def tick(self, now: float) -> bool:
        """Sends what is due. False if the connection was silent for too long and must be replaced."""
        if now >= self._due_at:
            self._send_waiting(now)
        if now >= self._marks_at:
            self._marks_at = math.inf
            self._post_marks(now)
        if now >= self._repeat_at:
            self._repeat(*self._repeated, now)
        return now < self._silent_at

    def broken(self, now: float) -> Optional[float]:
        """Seconds until the next attempt to connect. None if it is too late for one."""
        self._end_connection()
        if self.state == "closed":
            return None
        if self.state == "live":
            self._give_up_at = now + _RESUMABLE
        self._become("reconnecting")
        if now >= self._give_up_at:
            self._become("closed")
            return None
        delay = _RETRY_DELAYS[min(self._attempts, len(_RETRY_DELAYS) - 1)]
        self._attempts += 1
        return delay * (0.5 + self._jitter() / 2)

    def _handle(self, event: RealtimeEvent) -> None:
        self._on_event(event)
        if _is_refusal(event) or event["type"] == "session.finished":
            self.close()

    def _resume(self, started: SessionStarted, now: float) -> None:
        self._attempts = 0
        self.credential = started["resume"]["token"]
        if self._is_new:
            self._begin_at(started["next_offset"])
        self._audio.forget(started["next_offset"])
        self._become("live")
        self._unsent = started["next_offset"]
        self._is_compressed = started["audio"]["format"] == "webm_opus"
        self._send_waiting(now)
        self._post_marks(now)
        self._keep_alive(now)

    def _begin_at(self, offset: int) -> None:
        """Another client of the session may have sent audio before, so this audio begins later."""
        self._is_new = False
        self._audio.shift(offset)
        self._marks = {(mark, at + offset): when for (mark, at), when in self._marks.items()}

    def _post_marks(self, now: float) -> None:
        self._marks = {
            (mark, offset): at
            for (mark, offset), at in self._marks.items()
            if mark == "finish" or offset >= self._audio.start or at > now - _REPORTED
        }
        for mark, offset in self._marks:
            self._post({"type": mark, "offset": offset})

    def _keep_alive(self, now: float) -> None:
        finish = next((offset for mark, offset in self._marks if mark == "finish"), None)
        if finish is not None:
            self._repeat({"type": "finish", "offset": finish}, _REPEAT_EVERY, now)
        else:
            self._repeated, self._repeat_at = (_PING, _PING_EVERY), now + _PING_EVERY

    def _repeat(self, message: Mapping[str, Any], every: float, now: float) -> None:
        self._repeated, self._repeat_at = (message, every), now + every
        self._post(message)

    def _send_waiting(self, now: float) -> None:
        self._due_at = math.inf
        if self._unsent < self._audio.end:
            self._send_audio(self._unsent, self._audio.end)
            self._unsent = self._audio.end
            self._sent_at = now

    def _send_audio(self, start: int, end: int) -> None:
        for offset, data in self._audio.messages(start, end):
            self._post({"type": "audio", "offset": offset, "data": data})

    def _post(self, message: Mapping[str, Any]) -> None:
        if self._is_open:
            self.outgoing.append(json.dumps(message))

    def _end_connection(self) -> None:
        self._is_open = False
        self.outgoing.clear()
        self._silent_at = self._repeat_at = self._marks_at = self._due_at = math.inf

    def _become(self, state: RealtimeState) -> None:
        if state == self.state:
            return
        self.state = state
        if state == "closed":
            self._audio.forget(self._audio.end)
        if self._on_state:
            self._on_state(state)
