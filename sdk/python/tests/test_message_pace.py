"""How recorded pieces become messages. Each message is paid for, and WebM is recorded in many small pieces."""

from __future__ import annotations

from typing import Literal

import pytest

from .protocol_client import Client


def record(audio_format: str, pieces: int) -> Client:
    """Records pieces of 100 bytes every 100 ms."""
    client = Client()
    client.greet(audio_format=audio_format)
    for _ in range(pieces):
        client.wait(0.1)
        client.send(100)
    return client


def test_pieces_of_webm_are_sent_three_at_once() -> None:
    assert record("webm_opus", 7).audio() == [(0, 100), (100, 300), (400, 300)]


def test_each_piece_of_pcm_is_sent_at_once() -> None:
    assert record("pcm_s16le", 3).audio() == [(0, 100), (100, 100), (200, 100)]


def test_a_last_piece_of_webm_waits_a_quarter_of_a_second_at_most() -> None:
    client = record("webm_opus", 2)
    client.wait(0.24)
    assert client.audio() == [(0, 100)]
    client.wait(0.02)
    assert client.audio() == [(0, 100), (100, 100)]


@pytest.mark.parametrize("mark", ["finalize", "finish"])
def test_a_mark_sends_what_waits_before_it(mark: Literal["finalize", "finish"]) -> None:
    client = record("webm_opus", 2)
    getattr(client.protocol, mark)(client.now)
    client.take()
    assert [(one["type"], one["offset"]) for one in client.sent[-2:]] == [("audio", 100), (mark, 200)]


def test_what_waited_while_a_connection_broke_is_sent_by_the_next_one() -> None:
    client = record("webm_opus", 2)
    client.protocol.broken(client.now)
    client.wait(0.1)
    client.send(100)
    client.sent.clear()
    client.connect()
    client.wait(1)
    assert client.audio() == []
    client.greet(100, audio_format="webm_opus")
    assert client.audio() == [(100, 200)]
