"""The errors of this package. Programs decide by class and `type`. `str()` is for people."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

from .types import FieldError, Transcription


def _restored(cls: type[EarshotError], args: tuple[Any, ...], state: Mapping[str, Any]) -> EarshotError:
    error: EarshotError = cls.__new__(cls, *args)
    error.__dict__.update(state)
    return error


class EarshotError(Exception):
    """The base class of all errors of this package. It can be pickled, so a worker process can pass it on."""

    #: The job that the call waited for. The job may continue: `transcriptions.wait` with this id waits again.
    transcription_id: Optional[str] = None

    def __reduce__(self) -> tuple[Any, ...]:
        # By default, unpickling calls the class with the text of the error, but these classes take other arguments.
        return _restored, (type(self), self.args, self.__dict__)


class ConnectionFailed(EarshotError):
    """No answer of the service arrived. The request may have been done: repeating it with its Idempotency-Key is safe."""


class ApiError(EarshotError):
    """The service refused a request or could not execute it."""

    def __init__(
        self, status: int, error: Optional[Mapping[str, Any]], retry_after: Optional[float], base_url: str
    ) -> None:
        # The `error` of a gateway may have another form.
        known = {name: value for name, value in (error or {}).items() if value is not None}
        doc_url, details = known.get("doc_url"), known.get("details")
        super().__init__(known.get("message", f"The service answered {status}."))
        self.status = status
        #: `unknown` for an answer that the service did not write, such as that of a gateway.
        self.type: str = known.get("type", "unknown")
        self.request_id: Optional[str] = known.get("request_id")
        #: Whether the same request may succeed after a wait.
        self.retryable: bool = known.get("retryable", status == 429 or status >= 500)
        self.doc_url: Optional[str] = base_url + doc_url if isinstance(doc_url, str) else None
        self.details: Mapping[str, Any] = details if isinstance(details, dict) else {}
        #: Seconds that the service asks to wait.
        self.retry_after = retry_after


class InvalidRequest(ApiError):
    """400, 413, 415 and 422: the request itself must change."""

    @property
    def fields(self) -> Sequence[FieldError]:
        return self.details.get("fields") or []


class AuthenticationFailed(ApiError):
    """401 and 403."""


class PaymentRequired(ApiError):
    """402: buy credit, or wait until other jobs have ended."""


class NotFound(ApiError):
    """404: your project has no such object."""


class InvalidState(ApiError):
    """409 and 410: the object is in a state that does not allow this, or its text or audio was erased."""


class RateLimited(ApiError):
    """429, after the client's retries."""


class ServiceFailed(ApiError):
    """5xx, after the client's retries."""


class UploadFailed(EarshotError):
    """The object store refused a file. Usually the file is too large, or the grant has expired."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code


class TranscriptionFailed(EarshotError):
    """A job ended without a text. `job["error"]` has the reason."""

    def __init__(self, job: Transcription) -> None:
        error = job["error"]
        super().__init__(error["message"] if error else f"The transcription {job['id']} is {job['status']}.")
        self.job = job


class WebhookNotVerified(EarshotError):
    """A delivery was not signed with this secret, or is too old."""


_CLASSES: Mapping[int, type[ApiError]] = {
    400: InvalidRequest,
    401: AuthenticationFailed,
    402: PaymentRequired,
    403: AuthenticationFailed,
    404: NotFound,
    409: InvalidState,
    410: InvalidState,
    413: InvalidRequest,
    415: InvalidRequest,
    422: InvalidRequest,
    429: RateLimited,
}


def api_error(
    status: int, error: Optional[Mapping[str, Any]], retry_after: Optional[float], base_url: str
) -> ApiError:
    cls = _CLASSES.get(status, ServiceFailed if status >= 500 else ApiError)
    return cls(status, error, retry_after, base_url)
