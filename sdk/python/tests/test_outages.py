"""Waiting for a job while the service cannot be reached. The job continues."""

from __future__ import annotations

import asyncio
from typing import Any, Callable

import httpx
import pytest

from earshot import AuthenticationFailed, ConnectionFailed, EarshotError, ServiceFailed, TranscriptionFailed

from .fake import Service, both, job, refused

FILE: dict[str, Any] = {"file_id": "file_a"}


def down() -> httpx.Response:
    raise httpx.ConnectError("refused")


def unavailable() -> httpx.Response:
    return httpx.Response(503, json={"message": "Service Unavailable"})


def busy() -> httpx.Response:
    return refused(429, "concurrency_limit_exceeded", after="10")


outages = pytest.mark.parametrize(
    "outage", [down, unavailable, busy], ids=["no network", "a service that is not available", "no place to wait"]
)


def service_with(seconds: float, outage: Callable[[], httpx.Response]) -> Service:
    """A service whose answers about a job fail for this many seconds."""
    service = Service(get=lambda _: outage() if service.now() < seconds else job("completed"))
    return service


@both
@outages
def test_a_wait_goes_on_after_nine_minutes_without_an_answer(way: str, outage: Any) -> None:
    service = service_with(540, outage)
    assert service.run(way, "transcribe", **FILE)["status"] == "completed"
    assert 8 <= max(service.waits) < 11


@both
def test_a_wait_that_tells_progress_goes_on_after_an_outage(way: str) -> None:
    seen: list[str] = []
    service = service_with(540, down)
    service.run(way, "transcribe", on_progress=lambda one: seen.append(one["status"]), **FILE)
    assert seen == ["completed"]


@both
@pytest.mark.parametrize(("outage", "cls"), [(down, ConnectionFailed), (unavailable, ServiceFailed)])
@pytest.mark.parametrize(("method", "args"), [("transcribe", ()), ("transcriptions.wait", ("ofq_a",))])
def test_after_ten_minutes_without_an_answer_a_wait_ends_with_an_error_that_names_the_job(
    way: str, method: str, args: tuple[str, ...], outage: Any, cls: type[EarshotError]
) -> None:
    service = service_with(10_000, outage)
    with pytest.raises(cls) as caught:
        service.run(way, method, *args, **({} if args else FILE))
    assert caught.value.transcription_id == "ofq_a"
    assert 600 <= sum(service.waits) < 660


@both
def test_the_ten_minutes_of_an_outage_begin_after_eleven_minutes_over_the_rate_limit(way: str) -> None:
    answers = [refused(429, "rate_limit_exceeded", after="60") for _ in range(11)]

    def get(_: httpx.Request) -> httpx.Response:
        if answers:
            return answers.pop()
        return down() if service.now() < 680 else job("completed")

    service = Service(get=get)
    assert service.run(way, "transcribe", **FILE)["status"] == "completed"
    assert service.now() >= 680


@both
def test_two_outages_of_nine_minutes_are_not_one(way: str) -> None:
    answers = [busy()]

    def get(_: httpx.Request) -> httpx.Response:
        if service.now() > 1080:
            return job("completed")
        return answers.pop() if answers and service.now() > 540 else down()

    service = Service(get=get, max_retries=0)
    assert service.run(way, "transcribe", **FILE)["status"] == "completed"


@both
@pytest.mark.parametrize("max_retries", [0, 4])
@pytest.mark.parametrize("status", [408, 500, 502, 504, 505, 520, 522])
def test_a_wait_goes_on_after_an_answer_that_passes_by_itself(way: str, status: int, max_retries: int) -> None:
    service = Service(
        get=lambda _: httpx.Response(status) if service.now() < 120 else job("completed"), max_retries=max_retries
    )
    assert service.run(way, "transcribe", **FILE)["status"] == "completed"


@both
def test_a_wait_ends_at_once_where_the_service_does_not_offer_it(way: str) -> None:
    service = Service(get=lambda _: httpx.Response(501))
    with pytest.raises(ServiceFailed):
        service.run(way, "transcribe", **FILE)
    assert service.waits == []


@both
def test_what_is_refused_while_a_wait_asks_ends_it_at_once_and_names_the_job(way: str) -> None:
    service = Service(get=lambda _: refused(401, "unauthenticated"))
    with pytest.raises(AuthenticationFailed) as caught:
        service.run(way, "transcribe", **FILE)
    assert (caught.value.transcription_id, service.waits) == ("ofq_a", [])


@both
def test_a_job_that_failed_is_named_by_its_error_and_what_failed_before_a_job_names_none(way: str) -> None:
    with pytest.raises(TranscriptionFailed) as failed:
        Service(get=lambda _: job("failed")).run(way, "transcribe", **FILE)
    assert failed.value.transcription_id == "ofq_a"
    with pytest.raises(EarshotError) as refusal:
        Service(instead=lambda _: refused(400)).run(way, "transcribe", **FILE)
    assert refusal.value.transcription_id is None


def _interrupted(end: type[BaseException]) -> Service:
    def interrupt(_: httpx.Request) -> httpx.Response:
        raise end

    return Service(get=interrupt)


def test_a_wait_that_is_interrupted_names_the_job() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        _interrupted(KeyboardInterrupt).client().transcribe(**FILE)
    assert getattr(caught.value, "transcription_id") == "ofq_a"


def test_a_wait_that_asyncio_cancels_names_the_job() -> None:
    async def main() -> None:
        with pytest.raises(asyncio.CancelledError) as caught:
            await _interrupted(asyncio.CancelledError).async_client().transcribe(**FILE)
        assert getattr(caught.value, "transcription_id") == "ofq_a"

    asyncio.run(main())


@both
def test_an_error_of_the_function_that_is_told_progress_is_raised_as_it_is(way: str) -> None:
    def fail(_: Any) -> None:
        raise ValueError("Enough.")

    with pytest.raises(ValueError) as caught:
        Service().run(way, "transcribe", on_progress=fail, **FILE)
    assert vars(caught.value) == {}
