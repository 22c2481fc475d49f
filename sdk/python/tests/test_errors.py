from __future__ import annotations

import copy
import pickle
from typing import Any

import httpx
import pytest

from earshot import (
    ApiError,
    ConnectionFailed,
    EarshotError,
    InvalidRequest,
    NotFound,
    RateLimited,
    ServiceFailed,
    TranscriptionFailed,
    UploadFailed,
    WebhookNotVerified,
)
from earshot.errors import api_error

from .fake import Service, both, job, refused


@both
def test_what_may_succeed_later_is_repeated_ever_later(way: str) -> None:
    answers: list[Any] = [refused(500), httpx.Response(503, json={"message": "x"}), httpx.ReadError("reset"), job("queued")]

    def get(_: httpx.Request) -> httpx.Response:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, httpx.Response)
        return answer

    service = Service(get=get)
    service.run(way, "transcriptions.get", "ofq_a")
    assert [0.25 * 2**tries <= wait <= 0.5 * 2**tries for tries, wait in enumerate(service.waits)] == [True] * 3


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 505, 520])
def test_a_request_is_repeated_as_often_as_the_caller_says(status: int) -> None:
    service = Service(get=lambda _: refused(status))
    with pytest.raises(ApiError):
        service.client(max_retries=2).transcriptions.get("ofq_a")
    assert len(service.requests) == 3


def test_a_request_is_not_repeated_that_the_service_does_not_offer() -> None:
    service = Service(get=lambda _: refused(501))
    with pytest.raises(ServiceFailed):
        service.client().transcriptions.get("ofq_a")
    assert len(service.requests) == 1


NULLS = '{"error":{"type":null,"message":null,"request_id":null,"retryable":null,"doc_url":null,"details":null}}'


@pytest.mark.parametrize(
    "text",
    ["<html>", "[]", "null", '{"error":"Bad Gateway"}', '{"error":["Bad Gateway"]}', '{"error":{}}', NULLS],
)
def test_an_answer_that_the_service_did_not_write_is_an_error_of_its_status(text: str) -> None:
    service = Service(get=lambda _: httpx.Response(502, text=text))
    with pytest.raises(ServiceFailed, match="The service answered 502.") as caught:
        service.client(max_retries=0).transcriptions.get("ofq_a")
    assert (caught.value.type, caught.value.retryable, caught.value.doc_url) == ("unknown", True, None)


def test_an_error_that_api_gateway_wrote_has_the_id_of_the_request_which_the_logs_have_too() -> None:
    headers = {"apigw-requestid": "WQyX1hQ8joEEPeg="}
    service = Service(get=lambda _: httpx.Response(500, json={"message": "Internal Server Error"}, headers=headers))
    with pytest.raises(ServiceFailed) as caught:
        service.client(max_retries=0).transcriptions.get("ofq_a")
    assert caught.value.request_id == "WQyX1hQ8joEEPeg="


@pytest.mark.parametrize("details", ["null", "[]", '{"fields":null}'])
def test_a_refusal_without_fields_has_none(details: str) -> None:
    text = f'{{"error":{{"message":"No.","doc_url":7,"details":{details}}}}}'
    with pytest.raises(InvalidRequest, match="No.") as caught:
        Service(get=lambda _: httpx.Response(400, text=text)).client().transcriptions.get("ofq_a")
    assert (caught.value.fields, caught.value.doc_url) == ([], None)


def test_the_wait_is_that_of_retry_after_and_one_of_hours_is_left_to_the_caller() -> None:
    answers = [refused(429, after="7"), job("queued")]
    service = Service(get=lambda _: answers.pop(0))
    service.client().transcriptions.get("ofq_a")
    assert 7 <= service.waits[0] <= 7.2
    with pytest.raises(RateLimited) as caught:
        Service(get=lambda _: refused(429, after="9000")).client().transcriptions.get("ofq_a")
    assert caught.value.retry_after == 9000


@pytest.mark.parametrize(
    ("status", "cls"), [(400, InvalidRequest), (404, NotFound), (418, ApiError), (500, ServiceFailed)]
)
def test_an_error_is_of_its_own_class_and_carries_what_programs_need(status: int, cls: type[ApiError]) -> None:
    fields = [{"path": "a", "rule": "unknown_field", "message": "Leave it out."}]
    service = Service(get=lambda _: refused(status, details={"fields": fields}))
    with pytest.raises(cls) as caught:
        service.client(max_retries=0).transcriptions.get("ofq_a")
    error = caught.value
    assert (error.status, error.request_id, str(error), error.details["fields"]) == (status, "r", "No.", fields)
    assert error.doc_url == "https://api.example/v1/errors#invalid_request"


@pytest.mark.parametrize("base_url", ["https://example.com/earshot", "https://example.com/earshot/", "https://example.com/earshot/v1"])
def test_an_error_of_a_service_below_a_path_links_to_its_description_there(base_url: str) -> None:
    with pytest.raises(NotFound) as caught:
        Service(get=lambda _: refused(404, "not_found")).client(base_url).transcriptions.get("ofq_a")
    assert caught.value.doc_url == "https://example.com/earshot/v1/errors#not_found"


@both
def test_no_answer_is_an_error_of_its_own_with_that_of_httpx_as_its_cause(way: str) -> None:
    def get(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(ConnectionFailed) as caught:
        Service(get=get, max_retries=1).run(way, "transcriptions.get", "ofq_a")
    assert isinstance(caught.value.__cause__, httpx.ConnectError)


def test_a_retry_after_that_is_no_number_counts_as_none() -> None:
    answers = [refused(503, after="Mon, 23 Nov 2026 16:00:00 GMT"), job("queued")]
    service = Service(get=lambda _: answers.pop(0))
    service.client().transcriptions.get("ofq_a")
    assert 0.25 <= service.waits[0] <= 0.5


REFUSAL = {"type": "t", "message": "No.", "request_id": "r", "doc_url": "/d", "details": {"fields": [{"path": "a"}]}}
ERRORS: list[EarshotError] = [
    *(api_error(status, REFUSAL, 7.0, "https://api.example") for status in (400, 401, 402, 404, 409, 418, 429, 500)),
    UploadFailed(400, "EntityTooLarge", "Too large."),
    TranscriptionFailed(job("failed").json()),
    ConnectionFailed("No answer."),
    WebhookNotVerified("No."),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_comes_out_of_a_worker_process_as_it_was(error: EarshotError) -> None:
    for copied in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))


def test_each_class_of_errors_is_among_those_that_come_out_of_a_worker_process() -> None:
    classes = {*ApiError.__subclasses__(), *EarshotError.__subclasses__()}
    assert classes <= {type(error) for error in ERRORS}
