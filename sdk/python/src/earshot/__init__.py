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
from .realtime_connection import AsyncRealtimeConnection, RealtimeConnection

__all__ = [
    "ApiError",
    "AsyncEarshot",
    "AsyncRealtimeConnection",
    "AuthenticationFailed",
    "ConnectionFailed",
    "Earshot",
    "EarshotError",
    "InvalidRequest",
    "InvalidState",
    "NotFound",
    "PaymentRequired",
    "RateLimited",
    "RealtimeConnection",
    "ServiceFailed",
    "TranscriptionFailed",
    "UploadFailed",
    "WebhookNotVerified",
    "types",
    "webhooks",
]
