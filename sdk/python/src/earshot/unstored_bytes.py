"""The bytes of a stream that the service has not stored yet. Positions are offsets in the stream."""

from __future__ import annotations

from base64 import b64encode
from collections import deque
from typing import Iterator

#: The most bytes of an `audio` message, before base64.
_MAX_MESSAGE_BYTES = 24_000


class UnstoredBytes:
    def __init__(self) -> None:
        self._parts: deque[tuple[int, bytes]] = deque()
        #: The offset of the first byte that was ever added.
        self.first = 0
        #: The offset of the first byte that is not stored.
        self.start = 0
        #: The offset of the next byte.
        self.end = 0

    def __len__(self) -> int:
        return self.end - self.start

    def add(self, data: bytes) -> None:
        """Appends bytes."""
        if data:
            self._parts.append((self.end, data))
        self.end += len(data)

    def shift(self, by: int) -> None:
        """Moves all bytes to later offsets."""
        self._parts = deque((offset + by, data) for offset, data in self._parts)
        self.first += by
        self.start += by
        self.end += by

    def forget(self, offset: int) -> None:
        """Drops the bytes before `offset`."""
        while self._parts and self._parts[0][0] + len(self._parts[0][1]) <= offset:
            self._parts.popleft()
        self.start = max(self.start, min(offset, self.end))

    def messages(self, start: int, end: int) -> Iterator[tuple[int, str]]:
        """The available bytes between two offsets, in base64, in as few messages as possible."""
        data = b"".join(part[max(0, start - offset) : max(0, end - offset)] for offset, part in self._parts)
        first = max(start, self._parts[0][0]) if self._parts else start
        for at in range(0, len(data), _MAX_MESSAGE_BYTES):
            yield first + at, b64encode(data[at : at + _MAX_MESSAGE_BYTES]).decode()
