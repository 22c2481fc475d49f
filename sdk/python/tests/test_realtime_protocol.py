"""The messages of a session's client and their times, with a clock that the test sets."""

from __future__ import annotations

from base64 import b64decode

import pytest

from .protocol_client import Client

GATEWAY_ERROR = {"message": "Internal server error", "connectionId": "c1", "requestId": "r1"}


def test_audio_from_before_the_connection_is_sent_once_it_is_live() -> None:
    client = Client()
    client.send(100)
    client.connect()
    assert client.audio() == []
    client.greet()
    client.send(50)
    assert client.audio() == [(0, 100), (100, 50)]


def test_audio_is_cut_to_the_size_of_a_message() -> None:
    client = Client()
    client.greet()
    client.send(50_000)
    assert client.audio() == [(0, 24_000), (24_000, 24_000), (48_000, 2_000)]


def test_small_pieces_are_joined_to_few_messages_after_a_reconnect() -> None:
    client = Client()
    client.greet()
    client.protocol.broken(client.now)
    for number in range(100):
        client.protocol.send(bytes([number]) * 640, client.now)
    client.greet()
    assert client.audio() == [(0, 24_000), (24_000, 24_000), (48_000, 16_000)]
    data = b"".join(b64decode(message["data"]) for message in client.said("audio"))
    assert data == b"".join(bytes([number]) * 640 for number in range(100))


def test_a_client_of_a_session_that_has_heard_another_goes_on_behind_its_audio() -> None:
    client = Client()
    client.send(100)
    client.protocol.finalize(client.now)
    client.send(100)
    client.greet(64_000)
    assert client.audio() == [(64_000, 200)]
    assert client.said("finalize") == [{"type": "finalize", "offset": 64_100}]
    client.send(50)
    client.protocol.finish(client.now)
    client.take()
    assert client.audio()[1:] == [(64_200, 50)]
    assert client.said("finish") == [{"type": "finish", "offset": 64_250}]
    client.receive("audio.ack", through=64_080)
    assert (client.protocol.buffered_bytes, client.protocol.stored_bytes) == (170, 80)
    client.protocol.broken(client.now)
    client.sent.clear()
    client.greet(64_200)
    assert client.audio() == [(64_200, 50)]


def test_a_reconnected_client_sends_from_the_byte_that_the_service_names_and_its_marks_again() -> None:
    client = Client()
    client.greet(token="es_rr_one")
    client.final(1)
    client.send(100)
    client.protocol.finalize(client.now)
    client.send(100)
    assert client.protocol.broken(client.now) == 0.1
    assert (client.protocol.credential, client.protocol.last_event_id) == ("es_rr_one", 1)
    client.send(100)
    client.protocol.finish(client.now)
    client.sent.clear()
    client.greet(60)
    assert client.audio() == [(60, 240)]
    assert client.said("finalize") == [{"type": "finalize", "offset": 100}]
    assert client.said("finish")[0] == {"type": "finish", "offset": 300}
    assert client.states == ["live", "reconnecting", "live"]


def test_bytes_are_kept_until_they_are_stored_and_sent_again_when_the_service_asks() -> None:
    client = Client()
    client.greet()
    client.send(100)
    client.receive("audio.resend", **{"from": 20, "to": 50})
    assert client.audio() == [(0, 100), (20, 30)]
    client.receive("audio.ack", through=80)
    assert (client.protocol.buffered_bytes, client.protocol.stored_bytes) == (20, 80)
    client.receive("transcript.partial", through=90)
    assert client.protocol.stored_bytes == 90


def test_what_is_stored_stays_stored_although_an_older_acknowledgement_comes_late() -> None:
    client = Client()
    client.greet()
    client.send(100)
    for through in (80, 20):
        client.receive("audio.ack", through=through)
    assert (client.protocol.buffered_bytes, client.protocol.stored_bytes) == (20, 80)


def test_durable_events_are_handed_on_once_each_and_in_order() -> None:
    client = Client()
    client.greet()
    for number in (2, 1, 2, 1, 3):
        client.final(number)
    assert [event.get("id") for event in client.events[1:]] == [1, 2, 3]


def test_a_finalize_that_no_function_could_take_is_repeated_also_if_the_audio_around_it_is_stored() -> None:
    client = Client()
    client.greet()
    client.send(100)
    client.protocol.finalize(client.now)
    client.send(100)
    client.receive("audio.ack", through=150)
    client.sent.clear()
    client.receive(None, **GATEWAY_ERROR)
    client.wait(0.4)
    assert client.sent == []
    client.wait(0.2)
    assert client.sent == [{"type": "finalize", "offset": 100}]
    assert [event["type"] for event in client.events] == ["session.started", "audio.ack"]


def test_a_finalize_whose_function_must_have_answered_long_ago_is_not_repeated() -> None:
    client = Client()
    client.greet()
    client.send(100)
    client.protocol.finalize(client.now)
    client.send(100)
    for _ in range(31):
        client.receive("audio.ack", through=150)
        client.wait(1)
    client.sent.clear()
    client.receive(None, **GATEWAY_ERROR)
    client.wait(3)
    assert client.said("finalize") == []


def test_a_finalize_where_the_session_was_finished_does_not_undo_that() -> None:
    client = Client()
    client.greet()
    client.send(100)
    client.protocol.finish(client.now)
    client.protocol.finalize(client.now)
    client.protocol.broken(client.now)
    client.sent.clear()
    client.greet(100)
    marks = [{"type": "finish", "offset": 100}, {"type": "finalize", "offset": 100}]
    assert client.sent[1:] == [*marks, marks[0]]
    client.wait(2)
    assert client.sent[-1] == marks[0]


def test_hello_is_repeated_until_the_service_greets_and_finish_until_the_end() -> None:
    client = Client()
    client.connect()
    client.wait(6)
    assert len(client.said("hello")) == 4
    client.receive("session.started", next_offset=0, resume={"token": "t"}, audio={"format": "pcm_s16le"})
    client.protocol.finish(client.now)
    client.take()
    client.wait(6)
    assert (len(client.said("hello")), len(client.said("finish"))) == (4, 4)


def test_a_connection_without_audio_sends_pings_and_stays_while_they_are_answered() -> None:
    client = Client()
    client.greet()
    for pings in range(1, 6):
        assert client.wait(20)
        assert len(client.said("ping")) == pings
        client.receive("pong")


def test_a_connection_on_which_nothing_comes_for_30_seconds_is_replaced() -> None:
    client = Client()
    client.greet()
    assert client.wait(29)
    assert not client.wait(2)
    assert client.protocol.broken(client.now) is not None


def test_after_the_last_event_the_client_stays_away() -> None:
    client = Client()
    client.greet()
    client.receive("session.finished", id=2)
    assert client.states == ["live"]
    client.final(1)
    assert [event["type"] for event in client.events][1:] == ["transcript.final", "session.finished"]
    assert client.protocol.broken(client.now) is None
    assert client.states == ["live", "closed"]


@pytest.mark.parametrize("retryable", [True, False])
def test_only_a_fatal_error_that_may_pass_is_followed_by_another_connection(retryable: bool) -> None:
    client = Client()
    client.greet()
    client.receive("error", fatal=True, error={"type": "service_unavailable", "retryable": retryable})
    assert (client.protocol.broken(client.now) is not None) == retryable


def test_a_session_goes_on_after_an_error_that_is_not_fatal_such_as_audio_that_did_not_arrive() -> None:
    client = Client()
    client.greet()
    client.receive("error", fatal=False, error={"type": "audio_gap_too_long", "retryable": False})
    assert client.states == ["live"]


def test_each_loss_of_the_network_is_first_answered_at_once_however_long_the_one_before_took() -> None:
    client = Client()
    client.fail_for(50)
    client.greet()
    assert client.protocol.broken(client.now) == 0.1


def test_a_finalize_at_the_end_of_the_stored_audio_is_sent_again_also_after_a_minute_without_a_network() -> None:
    client = Client()
    client.greet()
    client.send(100)
    client.protocol.finalize(client.now)
    client.fail_for(60)
    client.sent.clear()
    client.greet(100)
    assert client.said("finalize") == [{"type": "finalize", "offset": 100}]


def test_audio_that_is_not_supported_is_told_with_the_text_before_it_the_error_and_the_end() -> None:
    client = Client()
    client.greet()
    client.receive("error", fatal=True, error={"type": "unsupported_audio_format", "retryable": False})
    assert client.states == ["live"]
    client.receive("session.finished", id=2)
    client.final(1)
    assert [event["type"] for event in client.events][1:] == ["error", "transcript.final", "session.finished"]
    assert client.states == ["live", "closed"]


def test_a_service_that_never_answers_is_given_up_after_a_minute() -> None:
    client = Client()
    client.fail_for(58)
    assert client.states == ["reconnecting"]
    client.fail_for(12)
    assert client.states[-1:] == ["closed"]


def test_each_loss_of_the_network_has_ten_minutes_of_its_own() -> None:
    client = Client()
    for _ in range(2):
        client.greet()
        client.fail_for(540)
    client.greet()
    assert client.states[-1:] == ["live"] and client.connections < 200
    client.fail_for(620)
    assert client.states[-1:] == ["closed"]


def test_a_closed_connection_keeps_no_audio_neither_what_it_had_nor_what_is_still_sent() -> None:
    client = Client()
    client.greet()
    client.send(100)
    client.protocol.close()
    client.send(100)
    assert client.protocol.buffered_bytes == 0


def test_a_connection_that_is_given_up_keeps_no_audio() -> None:
    client = Client()
    client.send(100)
    client.fail_for(70)
    assert (client.states[-1:], client.protocol.buffered_bytes) == (["closed"], 0)
