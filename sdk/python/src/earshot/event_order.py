"""Passes on each durable event once and in the order of ids. Other events are passed on at once."""

from __future__ import annotations

from typing import Callable

from .types import RealtimeEvent


class EventOrder:
    def __init__(self, handle: Callable[[RealtimeEvent], None]) -> None:
        self._handle = handle
        self._early: dict[int, RealtimeEvent] = {}
        #: The id of the last durable event that was handed on.
        self.last_id = 0

    def add(self, event: RealtimeEvent) -> None:
        number = event.get("id")
        if not isinstance(number, int):
            return self._handle(event)
        if number > self.last_id:
            self._early[number] = event
        while self.last_id + 1 in self._early:
            self.last_id += 1
            self._handle(self._early.pop(self.last_id))
