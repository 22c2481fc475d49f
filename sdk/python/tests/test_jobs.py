"""From audio to its text."""

from __future__ import annotations

import pytest

from earshot import TranscriptionFailed

from .fake import WAV, Service, both, job, refused


@both
def test_bytes_are_uploaded_with_the_type_that_they_begin_with_and_the_job_is_returned_completed(way: str) -> None:
    service = Service()
    done = service.run(way, "transcribe", WAV, language_hints=["en"], client_reference_id="call-42")
    assert done["transcript"] == "Hello."
    assert service.to("uploads") == [{"content_type": "audio/wav", "size_bytes": 16}]
    assert service.to("/v1/transcriptions") == [
        {"language_hints": ["en"], "client_reference_id": "call-42", "upload_id": "upl_a"}
    ]
    posted = next(body for body, request in zip(service.bodies, service.requests) if request.url.host == "s3.example")
    assert posted.index(b'name="key"') < posted.index(b'name="file"') and WAV in posted


@both
def test_nothing_is_uploaded_of_a_url_or_a_file_that_the_service_has(way: str) -> None:
    for source in ({"audio_url": "https://a.example/x.mp3"}, {"file_id": "file_a"}):
        service = Service()
        service.run(way, "transcribe", **source)
        assert (service.to("/v1/transcriptions"), len(service.requests)) == ([source], 2)


@both
def test_all_tries_of_a_call_carry_the_key_of_the_caller(way: str) -> None:
    service = Service()
    service.run(way, "submit", WAV, idempotency_key="call-42-of-november")
    keys = {request.headers.get("idempotency-key") for request in service.requests if request.url.host != "s3.example"}
    assert keys == {"call-42-of-november"}


@both
@pytest.mark.parametrize("status", ["failed", "canceled"])
def test_a_job_without_a_text_is_raised(way: str, status: str) -> None:
    answers = [job(status, error={"message": "Damaged."}), job("completed")]
    service = Service(get=lambda _: answers.pop(0))
    with pytest.raises(TranscriptionFailed, match="Damaged.") as caught:
        service.run(way, "transcribe", WAV)
    assert caught.value.job["id"] == "ofq_a"


@both
def test_progress_is_told_until_the_end(way: str) -> None:
    states = ["queued", "processing", "completed"]
    service = Service(get=lambda _: job(states.pop(0)))
    seen: list[str] = []
    service.run(way, "transcribe", WAV, on_progress=lambda one: seen.append(one["status"]))
    assert (seen, service.waits) == (["queued", "processing", "completed"], [2.0, 2.0])


@both
def test_a_wait_that_is_refused_for_want_of_a_place_is_asked_again_later_without_waiting(way: str) -> None:
    answers = [refused(429, "concurrency_limit_exceeded", after="90"), job("completed")]
    service = Service(get=lambda _: answers.pop(0))
    service.run(way, "transcriptions.wait", "ofq_a")
    assert service.waits == [90.0]
    assert ["wait" in request.url.params for request in service.requests] == [True, False]


def test_an_option_of_another_name_does_not_compile() -> None:
    service = Service()
    # Without the error that is ignored here, mypy in strict mode fails.
    service.client().transcribe(WAV, languageHints=["en"])  # type: ignore[call-arg]


@both
def test_a_client_of_httpx_of_the_callers_own_waits_as_long_as_the_service_holds_a_request_back(way: str) -> None:
    service = Service()
    service.run(way, "transcribe", WAV)
    limits = [request.extensions["timeout"]["read"] for request in service.requests]
    assert len(limits) == 4 and min(limits) > 25


@both
def test_a_call_waits_as_long_as_other_calls_need_all_connections(way: str) -> None:
    service = Service()
    service.run(way, "transcribe", WAV)
    assert {request.extensions["timeout"]["pool"] for request in service.requests} == {None}
