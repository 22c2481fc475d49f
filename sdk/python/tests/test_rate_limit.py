"""More concurrent calls than the requests that a key may send in a minute."""

from __future__ import annotations

from heapq import heappop, heappush
from math import ceil
from typing import Any, Optional

import httpx
import pytest

from earshot import RateLimited, jobs
from earshot.flow import Flow, Send, Settings, Sleep
from earshot.gate import Gate

from .fake import WAV, Service, both, job, refused

FULL = "rate_limit_exceeded"


class Crowd:
    """Concurrent calls with a clock of their own, against a key that allows `limit` requests in any 60 s."""

    def __init__(self, limit: int) -> None:
        self.now = 0.0
        self.started: list[float] = []
        self.refusals = 0
        self._limit = limit
        self._taken: list[float] = []
        self.settings = Settings("https://api.example", "k", random=lambda: 0.5, now=lambda: self.now)

    def answer(self, send: Send) -> httpx.Response:
        if send.form is not None:
            return httpx.Response(201)
        self.started.append(self.now)
        self._taken = [at for at in self._taken if at > self.now - 60]
        if len(self._taken) == self._limit:
            self.refusals += 1
            return refused(429, FULL, after=str(ceil(self._taken[0] + 60 - self.now)))
        self._taken.append(self.now)
        if send.url.endswith("uploads"):
            grant = {"id": "upl_a", "status": "issued", "upload_url": "https://s3.example/", "upload_fields": {}}
            return httpx.Response(201, json=grant)
        return httpx.Response(202, json={"id": "ofq_a", "status": "queued"}) if send.method == "POST" else job("completed")

    def run(self, flows: list[Flow[Any]]) -> list[Any]:
        """The result of each flow. An answer takes 0.1 s."""
        results: list[Any] = [None] * len(flows)
        due: list[tuple[float, int, Optional[Send]]] = []

        def resume(number: int, value: Any) -> None:
            try:
                effect = flows[number].send(value)
            except StopIteration as end:
                results[number] = end.value
                return
            if isinstance(effect, Send):
                heappush(due, (self.now + 0.1, number, effect))
                answers[number] = self.answer(effect)
            else:
                heappush(due, (self.now + effect.seconds, number, None))

        answers: dict[int, httpx.Response] = {}
        for number in range(len(flows)):
            resume(number, None)
        while due:
            self.now, number, send = heappop(due)
            resume(number, answers.pop(number) if send else None)
        return results


def _transcribe(settings: Settings) -> Flow[Any]:
    queued = yield from jobs.submit(settings, WAV, {})
    return (yield from jobs.wait(settings, queued["id"]))


def test_sixty_calls_at_once_with_one_key_all_end_about_as_soon_as_its_requests_allow() -> None:
    crowd = Crowd(limit=60)
    done = crowd.run([_transcribe(crowd.settings) for _ in range(60)])
    assert [one["status"] for one in done] == ["completed"] * 60
    # 180 requests of 60 in any minute take two minutes.
    assert 120 < crowd.now < 150
    # Of the requests that start at once, 60 are refused. Later, a few are.
    assert crowd.refusals < 70


def test_no_request_starts_before_the_limit_lets_it_and_then_one_starts_after_the_other() -> None:
    crowd = Crowd(limit=60)
    crowd.run([jobs.get(crowd.settings, "ofq_a", {}) for _ in range(65)])
    first, later = crowd.started[:65], crowd.started[65:]
    assert first == [0.0] * 65 and len(later) == 5
    assert later[0] >= 60 and all(after - before > 0.2 for before, after in zip(later, later[1:]))


@both
def test_a_request_beyond_the_limit_is_sent_again_when_the_service_says_however_often(way: str) -> None:
    answers = [*(refused(429, FULL, after="7") for _ in range(9)), job("queued")]
    service = Service(get=lambda _: answers.pop(0))
    service.run(way, "transcriptions.get", "ofq_a")
    assert len(service.waits) == 9 and all(7 <= wait <= 10 for wait in service.waits)


def test_what_is_sent_while_others_are_held_back_is_held_back_too() -> None:
    crowd = Crowd(limit=1)
    crowd.run([jobs.get(crowd.settings, "ofq_a", {}) for _ in range(2)])
    assert isinstance(next(jobs.get(crowd.settings, "ofq_b", {})), Sleep)


def test_calls_that_give_up_while_they_are_held_back_hold_back_no_other() -> None:
    crowd = Crowd(limit=60)
    crowd.settings.gate.close(30)
    for _ in range(300):
        given_up = jobs.get(crowd.settings, "ofq_a", {})
        assert next(given_up) == Sleep(30)
        given_up.close()
    crowd.now = 30.0
    assert isinstance(next(jobs.get(crowd.settings, "ofq_b", {})), Send)


def test_a_key_over_its_limit_stays_held_back_when_a_later_answer_asks_for_a_shorter_wait() -> None:
    now = 0.0
    gate = Gate(lambda: now)
    gate.close(30)
    gate.close(5)
    now = 10.0
    assert next(gate.waits()) == 20


@both
@pytest.mark.parametrize("after", ["61", None])
def test_a_limit_that_lasts_for_longer_than_a_minute_is_left_to_the_caller(way: str, after: Optional[str]) -> None:
    service = Service(get=lambda _: refused(429, FULL, after=after))
    with pytest.raises(RateLimited):
        service.run(way, "transcriptions.get", "ofq_a")
    assert len(service.requests) == (1 if after else 5)


@both
def test_a_client_that_is_to_repeat_nothing_says_at_once_that_the_key_is_over_its_limit(way: str) -> None:
    service = Service(get=lambda _: refused(429, FULL, after="7"), max_retries=0)
    with pytest.raises(RateLimited):
        service.run(way, "transcriptions.get", "ofq_a")
    assert (len(service.requests), service.waits) == (1, [])
