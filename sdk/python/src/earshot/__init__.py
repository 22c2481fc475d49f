"""Client of Earshot, a speech transcription service."""

from . import types, webhooks
from .client import AsyncEarshot, Earshot
from .errors import (
    ApiError,
    AuthenticationFailed,
    ConnectionFailed,
    EarshotError,
    InvalidRequest,
    InvalidState,
    NotFound,
    PaymentRequired,
    RateLimited,
    ServiceFailed,
    TranscriptionFailed,
    UploadFailed,
    WebhookNotVerified,
)

__all__ = [
    "ApiError",
    "AsyncEarshot",
    "AuthenticationFailed",
    "ConnectionFailed",
    "Earshot",
    "EarshotError",
    "InvalidRequest",
    "InvalidState",
    "NotFound",
    "PaymentRequired",
    "RateLimited",
    "ServiceFailed",
    "TranscriptionFailed",
    "UploadFailed",
    "WebhookNotVerified",
    "types",
    "webhooks",
]
