# Generated from the OpenAPI document by `npm run sdk:types`.


from typing import Any, Literal, Mapping, Sequence, TypedDict, Union

from typing_extensions import NotRequired


class TranscriptionEventData(TypedDict):
    id: str
    status: Literal["completed", "failed", "canceled"]
    sequence: int
    created_at: "Instant"
    completed_at: "Instant"
    audio_ms: Union[int, None]
    client_reference_id: Union[str, None]
    metadata: Mapping[str, str]
    error: Union["EventError", None]


class TranscriptionEvent(TypedDict):
    type: Literal["transcription.completed", "transcription.failed", "transcription.canceled"]
    timestamp: "Instant"
    mode: "Mode"
    data: "TranscriptionEventData"


Instant = str


Mode = Literal["live", "test"]


class EventError(TypedDict):
    type: Literal["audio_download_failed", "audio_too_large", "audio_unreadable", "audio_too_long", "audio_too_short", "unsupported_audio_format", "language_not_supported", "speech_not_understood", "translation_not_supported", "translation_failed", "insufficient_credits", "test_quota_exceeded", "processing_timeout", "internal_error"]


class RealtimeSessionEventData(TypedDict):
    id: str
    status: Literal["completed", "failed", "canceled"]
    sequence: int
    created_at: "Instant"
    completed_at: "Instant"
    audio_ms: Union[int, None]
    client_reference_id: Union[str, None]
    metadata: Mapping[str, str]
    error: Union["EventError", None]
    transcription_id: str
    end_reason: Literal["finish", "max_session", "idle", "canceled", "insufficient_credits", "test_quota_exceeded", "unsupported_audio_format", "failed"]
    amount_usd: "Usd"


class RealtimeSessionEvent(TypedDict):
    type: Literal["realtime.session.finished"]
    timestamp: "Instant"
    mode: "Mode"
    data: "RealtimeSessionEventData"


Usd = str


class TestEventData(TypedDict):
    id: str
    status: Literal["test"]
    sequence: int
    created_at: "Instant"
    completed_at: Union["Instant", None]
    audio_ms: Union[int, None]
    client_reference_id: Union[str, None]
    metadata: Mapping[str, str]
    error: Union["EventError", None]


class TestEvent(TypedDict):
    type: Literal["webhook.test"]
    timestamp: "Instant"
    mode: "Mode"
    data: "TestEventData"


class SessionStartedResume(TypedDict):
    token: str
    expires_at: str


class SessionStartedAudio(TypedDict):
    format: Literal["pcm_s16le", "webm_opus"]
    sample_rate_hz: Union[int, None]
    channels: Union[int, None]


class SessionStartedLimits(TypedDict):
    max_message_bytes: int
    ack_every_ms: int
    max_lead_ms: int


class SessionStarted(TypedDict):
    type: Literal["session.started"]
    session_id: str
    at: str
    connection: int
    next_offset: int
    last_event_id: int
    resume: "SessionStartedResume"
    audio: "SessionStartedAudio"
    limits: "SessionStartedLimits"


class AudioAck(TypedDict):
    type: Literal["audio.ack"]
    session_id: str
    at: str
    through: int
    received_ms: int
    processed_ms: int


AudioResend = TypedDict("AudioResend", {"type": Literal["audio.resend"], "session_id": str, "at": str, "from": int, "to": int})


class SpeechStarted(TypedDict):
    type: Literal["speech.started"]
    session_id: str
    at: str
    at_ms: int


class SpeechEnded(TypedDict):
    type: Literal["speech.ended"]
    session_id: str
    at: str
    at_ms: int


class TranscriptPartialSegment(TypedDict):
    id: int
    start_ms: int
    text: str
    language: Union[str, None]
    stable_chars: int
    revision: int


class TranscriptPartial(TypedDict):
    type: Literal["transcript.partial"]
    session_id: str
    at: str
    through: int
    segment: "TranscriptPartialSegment"


class TranscriptFinalSegmentWordsItem(TypedDict):
    text: str
    start_ms: int
    end_ms: int
    confidence: float


class TranscriptFinalSegment(TypedDict):
    id: int
    start_ms: int
    text: str
    language: Union[str, None]
    end_ms: int
    end_reason: Literal["silence", "length", "finalize", "finish"]
    words: NotRequired[Sequence["TranscriptFinalSegmentWordsItem"]]


class TranscriptFinal(TypedDict):
    type: Literal["transcript.final"]
    session_id: str
    at: str
    id: int
    segment: "TranscriptFinalSegment"


class TranslationFinal(TypedDict):
    type: Literal["translation.final"]
    session_id: str
    at: str
    id: int
    segment_id: int
    text: str
    language: str


class SessionWarningWarning1(TypedDict):
    reason: Literal["audio_gap"]
    from_ms: int
    to_ms: int


class SessionWarningWarning2(TypedDict):
    reason: Literal["behind"]
    lag_ms: int


class SessionWarningWarning3(TypedDict):
    reason: Literal["expiring"]
    seconds_left: int


class SessionWarningWarning4(TypedDict):
    reason: Literal["max_session"]
    seconds_left: int


class SessionWarningWarning5(TypedDict):
    reason: Literal["idle"]
    seconds_left: int


class SessionWarningWarning6(TypedDict):
    reason: Literal["low_credit"]


class SessionWarningWarning7(TypedDict):
    reason: Literal["translation_failed"]
    segment_id: int


class SessionWarningWarning8(TypedDict):
    reason: Literal["translation_not_supported"]
    segment_id: int
    source_language: str
    target_language: str


class SessionWarning(TypedDict):
    type: Literal["session.warning"]
    session_id: str
    at: str
    id: int
    warning: Union["SessionWarningWarning1", "SessionWarningWarning2", "SessionWarningWarning3", "SessionWarningWarning4", "SessionWarningWarning5", "SessionWarningWarning6", "SessionWarningWarning7", "SessionWarningWarning8"]


class SessionFinishedBilling(TypedDict):
    billed_ms: int
    unit_price_usd_per_minute: str
    amount_usd: str


class SessionFinished(TypedDict):
    type: Literal["session.finished"]
    session_id: str
    at: str
    id: int
    reason: Literal["finish", "max_session", "idle", "canceled", "insufficient_credits", "test_quota_exceeded", "unsupported_audio_format", "failed"]
    audio_ms: int
    segments: int
    transcription_id: str
    billing: "SessionFinishedBilling"


class StreamErrorError(TypedDict):
    type: Literal["invalid_message", "audio_too_fast", "audio_gap_too_long", "connection_replaced", "invalid_request", "unsupported_audio_format", "transcription_failed", "translation_not_supported", "capability_unavailable", "unauthenticated", "insufficient_credits", "spend_limit_reached", "permission_denied", "not_found", "method_not_allowed", "invalid_state", "transcription_in_progress", "upload_incomplete", "upload_already_consumed", "upload_expired", "expired", "payload_too_large", "unsupported_media_type", "idempotency_key_reused", "rate_limit_exceeded", "queue_limit_exceeded", "test_quota_exceeded", "concurrency_limit_exceeded", "internal_error", "service_unavailable"]
    message: str
    request_id: str
    details: "ErrorDetails"
    retryable: bool


class StreamError(TypedDict):
    type: Literal["error"]
    session_id: str
    at: str
    error: "StreamErrorError"
    fatal: bool


class ErrorDetails(TypedDict):
    fields: NotRequired[Sequence["FieldError"]]
    allowed_methods: NotRequired[Sequence[str]]
    supported_languages: NotRequired[Sequence[str]]
    supported_models: NotRequired[Sequence[str]]
    source_languages: NotRequired[Sequence[str]]
    target_languages: NotRequired[Sequence[str]]
    status: NotRequired[str]
    transcription_id: NotRequired[str]
    file_id: NotRequired[str]
    failure: NotRequired[str]
    limit: NotRequired[str]
    max: NotRequired[int]


class FieldError(TypedDict):
    path: str
    rule: str
    message: str


class Pong(TypedDict):
    type: Literal["pong"]
    session_id: str
    at: str


class ApiErrorError(TypedDict):
    type: Literal["invalid_request", "unsupported_audio_format", "transcription_failed", "translation_not_supported", "capability_unavailable", "unauthenticated", "insufficient_credits", "spend_limit_reached", "permission_denied", "not_found", "method_not_allowed", "invalid_state", "transcription_in_progress", "upload_incomplete", "upload_already_consumed", "upload_expired", "expired", "payload_too_large", "unsupported_media_type", "idempotency_key_reused", "rate_limit_exceeded", "queue_limit_exceeded", "test_quota_exceeded", "concurrency_limit_exceeded", "internal_error", "service_unavailable"]
    retryable: bool
    doc_url: str
    message: str
    request_id: str
    details: "ErrorDetails"
    code: NotRequired[str]
    param: NotRequired[Union[str, None]]


class ApiError(TypedDict):
    error: "ApiErrorError"


class AudioFormat(TypedDict):
    name: str
    extensions: Sequence[str]
    mime_types: Sequence[str]


class AudioSegment(TypedDict):
    id: int
    seek: int
    start: float
    end: float
    text: str
    tokens: Sequence[int]
    temperature: float
    avg_logprob: float
    compression_ratio: float
    no_speech_prob: float


class AudioTextUsage(TypedDict):
    type: Literal["duration"]
    seconds: float


class AudioText(TypedDict):
    text: str
    usage: "AudioTextUsage"
    transcription_id: str


AudioTranscript = Union["VerboseAudioText", "AudioText"]


class AudioWord(TypedDict):
    word: str
    start: float
    end: float


class Billing(TypedDict):
    status: Literal["pending", "charged", "not_charged"]
    billed_ms: Union[int, None]
    channels: Union[int, None]
    unit_price_usd_per_minute: Literal["0.005"]
    amount_usd: Union["Usd", None]


class CapabilitiesModelsItem(TypedDict):
    name: Literal["moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo"]
    languages: Sequence["Language"]


class CapabilitiesPrice(TypedDict):
    usd_per_minute: Literal["0.005"]


class Capabilities(TypedDict):
    capabilities: Mapping[str, Literal["available", "preview", "planned"]]
    languages: Sequence["Language"]
    models: Sequence["CapabilitiesModelsItem"]
    translation: "TranslationCapability"
    audio_formats: Sequence["AudioFormat"]
    limits: "Limits"
    price: "CapabilitiesPrice"


class Charge(TypedDict):
    at: "Instant"
    transcription_id: str
    client_reference_id: Union[str, None]
    key_id: Union[str, None]
    language: Union["Language", None]
    audio_ms: int
    amount_usd: "Usd"


class ChargePage(TypedDict):
    data: Sequence["Charge"]
    has_more: bool
    next_cursor: Union[str, None]


class ClientSecret(TypedDict):
    value: str
    expires_at: "Instant"


class CreatedRealtimeSessionAudio(TypedDict):
    format: str
    sample_rate_hz: Union[int, None]
    channels: Union[int, None]


class CreatedRealtimeSession(TypedDict):
    id: str
    mode: "Mode"
    status: Literal["created", "live", "completed", "expired", "canceled", "failed"]
    transcription_id: str
    audio: "CreatedRealtimeSessionAudio"
    max_session_seconds: int
    created_at: "Instant"
    started_at: Union["Instant", None]
    ended_at: Union["Instant", None]
    end_reason: Union[Literal["finish", "max_session", "idle", "canceled", "insufficient_credits", "test_quota_exceeded", "unsupported_audio_format", "failed"], None]
    audio_ms: int
    billing: "RealtimeBilling"
    client_reference_id: Union[str, None]
    metadata: Mapping[str, str]
    websocket_url: str
    client_secret: Union["ClientSecret", None]


DurableEvent = Union["TranscriptFinal", "TranslationFinal", "SessionWarning", "SessionFinished"]


class ErrorDescription(TypedDict):
    of: Literal["request", "job", "realtime"]
    type: str
    http_status: Union[int, None]
    retryable: Union[bool, None]
    when: str
    remedy: str
    doc_url: str


class ErrorList(TypedDict):
    data: Sequence["ErrorDescription"]


class FilePage(TypedDict):
    data: Sequence["RegisteredFile"]
    has_more: bool
    next_cursor: Union[str, None]


class Formatting(TypedDict):
    numerals: NotRequired[Union[Literal["as_spoken", "digits"], None]]
    fillers: NotRequired[Union[Literal["keep", "remove"], None]]


class JobError(TypedDict):
    type: Literal["audio_download_failed", "audio_too_large", "audio_unreadable", "audio_too_long", "audio_too_short", "unsupported_audio_format", "language_not_supported", "speech_not_understood", "translation_not_supported", "translation_failed", "insufficient_credits", "test_quota_exceeded", "processing_timeout", "internal_error"]
    message: str
    retryable: bool
    doc_url: str
    details: Mapping[str, Any]
    request_id: str


class JobLedger(TypedDict):
    transcription_id: str
    mode: "Mode"
    data: Sequence["JobLedgerLine"]


class JobLedgerLine(TypedDict):
    kind: Literal["hold", "release", "charge"]
    amount_usd: "SignedUsd"
    at: "Instant"


Language = str


class Limits(TypedDict):
    file_max_bytes: int
    audio_min_ms: int
    audio_max_ms: int
    upload_grant_ms: int
    upload_kept_ms: int
    request_max_bytes: int
    idempotency_key_min_characters: int
    idempotency_key_max_characters: int
    language_hints_max: int
    context_max_characters: int
    custom_vocabulary_max_unique_terms: int
    custom_vocabulary_term_max_characters: int
    client_reference_id_max_characters: int
    metadata_max_keys: int
    metadata_key_max_characters: int
    metadata_value_max_characters: int
    multichannel_max_channels: int
    multichannel_audio_max_ms: int
    wait_max_seconds: int
    rate_limit_window_ms: int
    rate_limit_requests: int
    console_rate_limit_requests: int
    waits_per_key_max: int
    waits_per_project_max: int
    waits_per_organization_max: int
    unfinished_jobs_per_project_max: int
    unfinished_jobs_per_organization_max: int
    live_sessions_per_project_max: int
    live_test_sessions_per_project_max: int
    organizations_per_person_max: int
    projects_per_organization_max: int
    members_per_organization_max: int
    webhooks_per_project_max: int
    webhooks_per_organization_max: int
    webhook_tests_max: int
    test_minutes_per_day_max: int
    result_retention_days: int


class Model(TypedDict):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ModelList(TypedDict):
    object: Literal["list"]
    data: Sequence["Model"]


class NewAudioTranscription(TypedDict):
    file: str
    model: NotRequired[Literal["auto", "moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo", "whisper-1", "gpt-transcribe", "gpt-4o-transcribe", "gpt-4o-mini-transcribe"]]
    prompt: NotRequired[str]
    response_format: NotRequired[Literal["json", "text", "srt", "verbose_json", "vtt"]]
    temperature: NotRequired[Literal["0"]]
    stream: NotRequired[Literal["false"]]
    chunking_strategy: NotRequired[Literal["auto"]]
    client_reference_id: NotRequired[str]
    metadata: NotRequired["NewMetadata"]
    language: NotRequired[str]
    languages: NotRequired[Sequence[str]]
    keywords: NotRequired[Sequence[str]]
    timestamp_granularities: NotRequired[Sequence[Literal["word", "segment"]]]


class NewAudioTranslation(TypedDict):
    file: str
    model: NotRequired[Literal["auto", "moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo", "whisper-1", "gpt-transcribe", "gpt-4o-transcribe", "gpt-4o-mini-transcribe"]]
    prompt: NotRequired[str]
    response_format: NotRequired[Literal["json", "text", "srt", "verbose_json", "vtt"]]
    temperature: NotRequired[Literal["0"]]
    stream: NotRequired[Literal["false"]]
    chunking_strategy: NotRequired[Literal["auto"]]
    client_reference_id: NotRequired[str]
    metadata: NotRequired["NewMetadata"]


class NewEndpointing(TypedDict):
    silence_ms: Union[int, None]


class NewFile(TypedDict):
    upload_id: str
    name: NotRequired[Union[str, None]]
    client_reference_id: NotRequired[Union[str, None]]
    metadata: NotRequired[Union["NewMetadata", None]]


NewMetadata = Mapping[str, str]


class NewOneWayTranslation(TypedDict):
    type: NotRequired[Union[Literal["one_way"], None]]
    target_language: str


class NewRealtimeSession(TypedDict):
    audio: "RealtimeAudio"
    model: NotRequired[Union[Literal["auto", "moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo"], None]]
    language_hints: NotRequired[Union[Sequence[str], None]]
    translation: NotRequired[Union[Union["NewOneWayTranslation", "NewTwoWayTranslation"], None]]
    formatting: NotRequired[Union["Formatting", None]]
    redact: NotRequired[Union[Sequence[Literal["card_number", "email", "phone_number", "iban", "us_ssn"]], None]]
    context: NotRequired[Union[str, None]]
    custom_vocabulary: NotRequired[Union[Sequence[str], None]]
    endpointing: NotRequired[Union["NewEndpointing", None]]
    partials: NotRequired[Union[bool, None]]
    words: NotRequired[Union[bool, None]]
    client_secret_ttl_seconds: NotRequired[Union[int, None]]
    max_session_seconds: NotRequired[Union[int, None]]
    allowed_origins: NotRequired[Union[Sequence[str], None]]
    client_reference_id: NotRequired[Union[str, None]]
    metadata: NotRequired[Union["NewMetadata", None]]
    webhook_url: NotRequired[Union[str, None]]


class NewTranscription(TypedDict):
    upload_id: NotRequired[Union[str, None]]
    audio_url: NotRequired[Union[str, None]]
    audio_uri: NotRequired[Union[str, None]]
    file_id: NotRequired[Union[str, None]]
    model: NotRequired[Union[Literal["auto", "moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo"], None]]
    language_hints: NotRequired[Union[Sequence[str], None]]
    translation: NotRequired[Union[Union["NewOneWayTranslation", "NewTwoWayTranslation"], None]]
    context: NotRequired[Union[str, None]]
    custom_vocabulary: NotRequired[Union[Sequence[str], None]]
    multichannel: NotRequired[Union[bool, None]]
    formatting: NotRequired[Union["Formatting", None]]
    redact: NotRequired[Union[Sequence[Literal["card_number", "email", "phone_number", "iban", "us_ssn"]], None]]
    filename: NotRequired[Union[str, None]]
    client_reference_id: NotRequired[Union[str, None]]
    metadata: NotRequired[Union["NewMetadata", None]]
    webhook_url: NotRequired[Union[str, None]]


class NewTwoWayTranslation(TypedDict):
    type: NotRequired[Union[Literal["two_way"], None]]
    language_a: str
    language_b: str


class NewUpload(TypedDict):
    content_type: str
    size_bytes: NotRequired[Union[int, None]]
    filename: NotRequired[Union[str, None]]


class NewWebhook(TypedDict):
    url: NotRequired[Union[str, None]]
    events: NotRequired[Union[Sequence[Literal["transcription.completed", "transcription.failed", "transcription.canceled", "realtime.session.finished"]], None]]
    description: NotRequired[Union[str, None]]


class Progress(TypedDict):
    percent: int
    processed_ms: Union[int, None]
    total_ms: Union[int, None]


class QueuedTranscription(TypedDict):
    id: str
    status: Literal["queued"]


class Quota(TypedDict):
    limit: Literal["unfinished_jobs_per_project_max", "unfinished_jobs_per_organization_max", "projects_per_organization_max", "webhooks_per_project_max", "webhooks_per_organization_max"]
    used: int
    max: int


class RealtimeAudio(TypedDict):
    format: Literal["pcm_s16le", "webm_opus"]
    sample_rate_hz: NotRequired[Union[Literal[8000, 16000, 24000, 32000, 44100, 48000], None]]
    channels: NotRequired[Union[Literal[1, 2], None]]


class RealtimeBilling(TypedDict):
    status: Literal["pending", "charged", "not_charged"]
    billed_ms: Union[int, None]
    unit_price_usd_per_minute: Literal["0.005"]
    amount_usd: Union["Usd", None]


class RealtimeEventPage(TypedDict):
    data: Sequence["DurableEvent"]
    has_more: bool
    next_after: int
    session_status: Literal["created", "live", "completed", "expired", "canceled", "failed"]


class RealtimeSessionAudio(TypedDict):
    format: str
    sample_rate_hz: Union[int, None]
    channels: Union[int, None]


class RealtimeSession(TypedDict):
    id: str
    mode: "Mode"
    status: Literal["created", "live", "completed", "expired", "canceled", "failed"]
    transcription_id: str
    audio: "RealtimeSessionAudio"
    max_session_seconds: int
    created_at: "Instant"
    started_at: Union["Instant", None]
    ended_at: Union["Instant", None]
    end_reason: Union[Literal["finish", "max_session", "idle", "canceled", "insufficient_credits", "test_quota_exceeded", "unsupported_audio_format", "failed"], None]
    audio_ms: int
    billing: "RealtimeBilling"
    client_reference_id: Union[str, None]
    metadata: Mapping[str, str]


class RealtimeSessionPage(TypedDict):
    data: Sequence["RealtimeSession"]
    has_more: bool
    next_cursor: Union[str, None]


class RecordedRequest(TypedDict):
    request_id: str
    mode: "Mode"
    key_id: str
    route: str
    status: int
    error_type: Union[Literal["invalid_request", "unsupported_audio_format", "transcription_failed", "translation_not_supported", "capability_unavailable", "unauthenticated", "insufficient_credits", "spend_limit_reached", "permission_denied", "not_found", "method_not_allowed", "invalid_state", "transcription_in_progress", "upload_incomplete", "upload_already_consumed", "upload_expired", "expired", "payload_too_large", "unsupported_media_type", "idempotency_key_reused", "rate_limit_exceeded", "queue_limit_exceeded", "test_quota_exceeded", "concurrency_limit_exceeded", "internal_error", "service_unavailable"], None]
    location: Union[str, None]
    client_request_id: Union[str, None]
    at: "Instant"
    duration_ms: int


class RedeliverFailed(TypedDict):
    since: str


class RegisteredFile(TypedDict):
    id: str
    mode: "Mode"
    name: Union[str, None]
    content_type: str
    size_bytes: int
    client_reference_id: Union[str, None]
    metadata: Mapping[str, str]
    created_at: "Instant"
    expires_at: "Instant"


class Segment(TypedDict):
    id: int
    channel: Union[int, None]
    start_ms: int
    end_ms: int
    text: str
    confidence: float
    language: Union["Language", None]
    language_confidence: Union[float, None]
    model: Literal["moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo"]
    translated_text: Union[str, None]


class SegmentWithWords(TypedDict):
    id: int
    channel: Union[int, None]
    start_ms: int
    end_ms: int
    text: str
    confidence: float
    language: Union["Language", None]
    language_confidence: Union[float, None]
    model: Literal["moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo"]
    translated_text: Union[str, None]
    words: Sequence["Word"]


SignedUsd = str


class TranscriptDetectedLanguages1Item(TypedDict):
    language: "Language"
    share: float


class Transcript(TypedDict):
    id: str
    transcript: Union[str, None]
    translated_text: Union[str, None]
    language_confidence: Union[float, None]
    detected_languages: Union[Sequence["TranscriptDetectedLanguages1Item"], None]
    segments: Sequence["SegmentWithWords"]


class TranscriptionSource(TypedDict):
    kind: Literal["upload", "file", "url", "realtime"]
    upload_id: Union[str, None]
    file_id: Union[str, None]
    realtime_session_id: Union[str, None]
    deleted_at: Union["Instant", None]


class TranscriptionDetectedLanguages1Item(TypedDict):
    language: "Language"
    share: float


class Transcription(TypedDict):
    id: str
    mode: "Mode"
    status: Literal["queued", "processing", "completed", "failed", "canceled"]
    created_at: "Instant"
    started_at: Union["Instant", None]
    completed_at: Union["Instant", None]
    deleted_at: Union["Instant", None]
    expires_at: "Instant"
    detected_language: Union["Language", None]
    audio_ms: Union[int, None]
    channels: Union[int, None]
    billing: "Billing"
    error: Union["JobError", None]
    client_reference_id: Union[str, None]
    source: "TranscriptionSource"
    metadata: Mapping[str, str]
    request: Union["TranscriptionRequest", None]
    retried_as: Union[str, None]
    progress: "Progress"
    transcript: Union[str, None]
    translated_text: Union[str, None]
    language_confidence: Union[float, None]
    detected_languages: Union[Sequence["TranscriptionDetectedLanguages1Item"], None]
    models: Union[Sequence[Literal["moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo"]], None]
    segments: Union[Sequence["Segment"], None]
    speech_ms: Union[int, None]
    unrecognized_ms: Union[int, None]
    words: NotRequired[Union[Sequence["Word"], None]]


class TranscriptionPage(TypedDict):
    data: Sequence["TranscriptionSummary"]
    has_more: bool
    next_cursor: Union[str, None]


class TranscriptionRequestTranslation1(TypedDict):
    type: Literal["one_way", "two_way"]
    target_language: NotRequired["Language"]
    language_a: NotRequired["Language"]
    language_b: NotRequired["Language"]


class TranscriptionRequestFormatting(TypedDict):
    numerals: Literal["as_spoken", "digits"]
    fillers: Literal["keep", "remove"]


class TranscriptionRequest(TypedDict):
    filename: Union[str, None]
    model: Literal["auto", "moonshine-tiny", "whisper-tiny", "whisper-base", "whisper-small", "whisper-large-v3-turbo"]
    language_hints: Sequence["Language"]
    translation: Union["TranscriptionRequestTranslation1", None]
    multichannel: bool
    formatting: "TranscriptionRequestFormatting"
    redact: Sequence[Literal["card_number", "email", "phone_number", "iban", "us_ssn"]]
    webhook_url: Union[str, None]


class TranscriptionSummarySource(TypedDict):
    kind: Literal["upload", "file", "url", "realtime"]
    upload_id: Union[str, None]
    file_id: Union[str, None]
    realtime_session_id: Union[str, None]
    deleted_at: Union["Instant", None]


class TranscriptionSummary(TypedDict):
    id: str
    mode: "Mode"
    status: Literal["queued", "processing", "completed", "failed", "canceled"]
    created_at: "Instant"
    started_at: Union["Instant", None]
    completed_at: Union["Instant", None]
    deleted_at: Union["Instant", None]
    expires_at: "Instant"
    detected_language: Union["Language", None]
    audio_ms: Union[int, None]
    channels: Union[int, None]
    billing: "Billing"
    error: Union["JobError", None]
    client_reference_id: Union[str, None]
    source: "TranscriptionSummarySource"


class TranslationCapability(TypedDict):
    translator: Literal["none", "apertium", "amazon-translate"]
    pairs: Sequence["TranslationPairs"]


class TranslationPairs(TypedDict):
    source_languages: Sequence["Language"]
    target_languages: Sequence["Language"]


class UploadGrant(TypedDict):
    id: str
    mode: "Mode"
    status: Literal["issued", "uploaded", "consumed"]
    upload_url: str
    upload_method: Literal["POST"]
    upload_fields: Mapping[str, str]
    expires_at: "Instant"
    max_bytes: int
    content_type: str


class UsageTotals(TypedDict):
    jobs: int
    audio_ms: int
    amount_usd: "Usd"


class UsageDaysItem(TypedDict):
    date: str
    jobs: int
    audio_ms: int
    amount_usd: "Usd"


class UsageTestQuota1(TypedDict):
    used_ms: int
    limit_ms: int


class Usage(TypedDict):
    project_id: str
    mode: "Mode"
    start: str
    end: str
    totals: "UsageTotals"
    days: Sequence["UsageDaysItem"]
    groups: Sequence["UsageGroup"]
    test_quota: Union["UsageTestQuota1", None]
    quotas: Sequence["Quota"]


class UsageGroup(TypedDict):
    date: str
    key_id: Union[str, None]
    language: Union["Language", None]
    jobs: int
    audio_ms: int
    amount_usd: "Usd"


class VerboseAudioTextUsage(TypedDict):
    type: Literal["duration"]
    seconds: float


class VerboseAudioText(TypedDict):
    task: Literal["transcribe", "translate"]
    language: str
    duration: float
    text: str
    usage: "VerboseAudioTextUsage"
    transcription_id: str
    segments: NotRequired[Sequence["AudioSegment"]]
    words: NotRequired[Sequence["AudioWord"]]


class WebhookSecretMetadata(TypedDict):
    hint: str
    created_at: "Instant"
    previous_expires_at: Union["Instant", None]


class Webhook(TypedDict):
    id: str
    project_id: str
    mode: "Mode"
    url: Union[str, None]
    events: Sequence[Literal["transcription.completed", "transcription.failed", "transcription.canceled", "realtime.session.finished"]]
    description: str
    status: Literal["enabled", "disabled"]
    disabled_reason: Union[Literal["requested", "failing", "gone"], None]
    created_at: "Instant"
    secret_metadata: "WebhookSecretMetadata"


class WebhookChange(TypedDict):
    url: NotRequired[Union[str, None]]
    events: NotRequired[Union[Sequence[Literal["transcription.completed", "transcription.failed", "transcription.canceled", "realtime.session.finished"]], None]]
    description: NotRequired[Union[str, None]]
    status: NotRequired[Union[Literal["enabled", "disabled"], None]]


class WebhookDeliveryAttemptsItem(TypedDict):
    at: "Instant"
    status_code: Union[int, None]
    error: Union[str, None]
    duration_ms: int


class WebhookDelivery(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: Literal["transcription.completed", "transcription.failed", "transcription.canceled", "realtime.session.finished", "webhook.test"]
    transcription_id: Union[str, None]
    url: Union[str, None]
    status: Literal["pending", "delivered", "failed", "held"]
    attempts: Sequence["WebhookDeliveryAttemptsItem"]
    next_attempt_at: Union["Instant", None]
    created_at: "Instant"


class WebhookDeliveryDetailsAttemptsItem(TypedDict):
    at: "Instant"
    status_code: Union[int, None]
    error: Union[str, None]
    duration_ms: int
    request_headers: Mapping[str, str]
    response_body: Union[str, None]


class WebhookDeliveryDetails(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: Literal["transcription.completed", "transcription.failed", "transcription.canceled", "realtime.session.finished", "webhook.test"]
    transcription_id: Union[str, None]
    url: Union[str, None]
    status: Literal["pending", "delivered", "failed", "held"]
    attempts: Sequence["WebhookDeliveryDetailsAttemptsItem"]
    next_attempt_at: Union["Instant", None]
    created_at: "Instant"
    request_url: Union[str, None]
    payload: str


class WebhookDeliveryPage(TypedDict):
    data: Sequence["WebhookDelivery"]
    has_more: bool
    next_cursor: Union[str, None]


class WebhookEventSent(TypedDict):
    event_id: str
    delivery_id: str


class WebhookPage(TypedDict):
    data: Sequence["Webhook"]
    has_more: bool
    next_cursor: Union[str, None]


class WebhookRestart(TypedDict):
    since: "Instant"


class WebhookWithSecretSecretMetadata(TypedDict):
    hint: str
    created_at: "Instant"
    previous_expires_at: Union["Instant", None]


class WebhookWithSecret(TypedDict):
    id: str
    project_id: str
    mode: "Mode"
    url: Union[str, None]
    events: Sequence[Literal["transcription.completed", "transcription.failed", "transcription.canceled", "realtime.session.finished"]]
    description: str
    status: Literal["enabled", "disabled"]
    disabled_reason: Union[Literal["requested", "failing", "gone"], None]
    created_at: "Instant"
    secret_metadata: "WebhookWithSecretSecretMetadata"
    secret: Union[str, None]


class Word(TypedDict):
    channel: Union[int, None]
    text: str
    start_ms: int
    end_ms: int
    confidence: float


class ListTranscriptionsQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    status: NotRequired[Literal["queued", "processing", "completed", "failed", "canceled"]]
    client_reference_id: NotRequired[str]
    include: NotRequired[Literal["deleted"]]
    created_after: NotRequired[str]


class GetTranscriptionQuery(TypedDict):
    wait: NotRequired[int]
    include: NotRequired[Literal["words"]]


class GetTranscriptQuery(TypedDict):
    format: NotRequired[Literal["txt", "srt", "vtt", "json"]]
    language: NotRequired[Literal["original", "translated", "both"]]


class ListFilesQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    client_reference_id: NotRequired[str]


class ListWebhookDeliveriesQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    status: NotRequired[Literal["pending", "delivered", "failed", "held"]]


class GetUsageReportQuery(TypedDict):
    start: NotRequired[str]
    end: NotRequired[str]
    format: NotRequired[Literal["json", "csv"]]


class GetChargeReportQuery(TypedDict):
    start: NotRequired[str]
    end: NotRequired[str]
    format: NotRequired[Literal["json", "csv"]]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class ListRealtimeSessionsQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    status: NotRequired[Literal["created", "live", "completed", "expired", "canceled", "failed"]]
    client_reference_id: NotRequired[str]


class ListRealtimeEventsQuery(TypedDict):
    after: NotRequired[int]
    wait: NotRequired[int]


WebhookEvent = Union["TranscriptionEvent", "RealtimeSessionEvent", "TestEvent"]


RealtimeEvent = Union["SessionStarted", "AudioAck", "AudioResend", "SpeechStarted", "SpeechEnded", "TranscriptPartial", "TranscriptFinal", "TranslationFinal", "SessionWarning", "SessionFinished", "StreamError", "Pong"]


