// Generated from the OpenAPI document by `npm run sdk:types`.

/** Why a request failed. */
export type ApiError = {
  readonly error: {
    /** Stable; see /v1/errors. */
    readonly type:
      | 'invalid_request'
      | 'unsupported_audio_format'
      | 'transcription_failed'
      | 'translation_not_supported'
      | 'capability_unavailable'
      | 'unauthenticated'
      | 'insufficient_credits'
      | 'spend_limit_reached'
      | 'permission_denied'
      | 'not_found'
      | 'method_not_allowed'
      | 'invalid_state'
      | 'transcription_in_progress'
      | 'upload_incomplete'
      | 'upload_already_consumed'
      | 'upload_expired'
      | 'expired'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_key_reused'
      | 'rate_limit_exceeded'
      | 'queue_limit_exceeded'
      | 'test_quota_exceeded'
      | 'concurrency_limit_exceeded'
      | 'internal_error'
      | 'service_unavailable';
    /** Whether the same request may succeed after a wait, with no other change. */
    readonly retryable: boolean;
    /** Where the type is described: a path to append to the base URL. */
    readonly doc_url: string;
    /** Tells people what the caller can do. */
    readonly message: string;
    /** The same as X-Request-Id. */
    readonly request_id: string;
    readonly details: ErrorDetails;
    /** Only of /v1/audio and /v1/models: the `type`, where OpenAI’s clients look. */
    readonly code?: string | undefined;
    /** Only of /v1/audio and /v1/models: the first field that breaks a rule. */
    readonly param?: string | null | undefined;
  };
};

/** An AsyncAPI 3.0 document. */
export type AsyncApi = {
  readonly asyncapi: '3.0.0';
  readonly info: {
    readonly title: string;
  };
};

export type AudioFormat = {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly mime_types: readonly string[];
};

export type AudioSegment = {
  readonly id: number;
  /** `start` in hundredths of a second. */
  readonly seek: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Empty: models of several kinds write the texts. */
  readonly tokens: readonly number[];
  /** Always 0. */
  readonly temperature: number;
  /** The mean log-probability of the tokens. */
  readonly avg_logprob: number;
  readonly compression_ratio: number;
  /** Always 0, as what has no speech becomes no segment. */
  readonly no_speech_prob: number;
};

/** The text of a recording. */
export type AudioText = {
  readonly text: string;
  readonly usage: {
    readonly type: 'duration';
    /** Length of the audio. */
    readonly seconds: number;
  };
  /** Of the job, which is kept and deleted like any other. */
  readonly transcription_id: string;
};

/** The text of a recording. */
export type AudioTranscript = VerboseAudioText | AudioText;

export type AudioWord = {
  readonly word: string;
  readonly start: number;
  readonly end: number;
};

/** The price of the job, which is known when it has ended. */
export type Billing = {
  readonly status: 'pending' | 'charged' | 'not_charged';
  /** `audio_ms` × `channels`, or 0 if it was not charged. */
  readonly billed_ms: number | null;
  /** The channels that the price counts, each for the whole length. */
  readonly channels: number | null;
  readonly unit_price_usd_per_minute: '0.005';
  readonly amount_usd: Usd | null;
};

/** What this deployment offers. */
export type Capabilities = {
  /** Planned capabilities are refused as `capability_unavailable`, unsupported translations as `translation_not_supported`. */
  readonly capabilities: { readonly [key: string]: 'available' | 'preview' | 'planned' };
  /** Languages that can be transcribed. */
  readonly languages: readonly Language[];
  /** The speech models; `model` of a transcription takes their names. `auto` gives each stretch of speech to the first model that knows its language. */
  readonly models: readonly {
    readonly name:
      | 'moonshine-tiny'
      | 'whisper-tiny'
      | 'whisper-base'
      | 'whisper-small'
      | 'whisper-large-v3-turbo';
    readonly languages: readonly Language[];
  }[];
  readonly translation: TranslationCapability;
  readonly audio_formats: readonly AudioFormat[];
  readonly limits: Limits;
  readonly price: {
    readonly usd_per_minute: '0.005';
  };
};

/** What a completed job cost. */
export type Charge = {
  readonly at: Instant;
  readonly transcription_id: string;
  readonly client_reference_id: string | null;
  readonly key_id: string | null;
  readonly language: Language | null;
  /** Length of the audio, counted once for each channel that was transcribed by itself. */
  readonly audio_ms: number;
  /** As in the `billing` of the job; 0 for a recording without speech. */
  readonly amount_usd: Usd;
};

export type ChargePage = {
  readonly data: readonly Charge[];
  readonly has_more: boolean;
  /** Of the next page; null when there is none. */
  readonly next_cursor: string | null;
};

export type ClientSecret = {
  /** Opens the connection, once. Pass it to the client. */
  readonly value: string;
  readonly expires_at: Instant;
};

/** A session with its secret. */
export type CreatedRealtimeSession = {
  readonly id: string;
  readonly mode: Mode;
  readonly status: 'created' | 'live' | 'completed' | 'expired' | 'canceled' | 'failed';
  /** The transcription that has the text after the session has ended. */
  readonly transcription_id: string;
  /** As requested. For WebM, the stream itself states its sample rate and channels. */
  readonly audio: {
    readonly format: string;
    readonly sample_rate_hz: number | null;
    readonly channels: number | null;
  };
  readonly max_session_seconds: number;
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  readonly ended_at: Instant | null;
  readonly end_reason:
    | 'finish'
    | 'max_session'
    | 'idle'
    | 'canceled'
    | 'insufficient_credits'
    | 'test_quota_exceeded'
    | 'unsupported_audio_format'
    | 'failed'
    | null;
  /** Length of the audio that was processed: up to where final texts are decided or partial texts were sent. */
  readonly audio_ms: number;
  readonly billing: RealtimeBilling;
  /** Your own id. */
  readonly client_reference_id: string | null;
  /** Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days. */
  readonly metadata: { readonly [key: string]: string };
  /** Connect to it with the subprotocol `earshot.v1`. */
  readonly websocket_url: string;
  /** Null if the request repeats an Idempotency-Key with another API key. */
  readonly client_secret: ClientSecret | null;
};

export type DurableEvent = TranscriptFinal | TranslationFinal | SessionWarning | SessionFinished;

/** When an error happens and what to do about it. */
export type ErrorDescription = {
  /** What fails with this type. */
  readonly of: 'request' | 'job' | 'realtime';
  readonly type: string;
  /** Of a request; null for the others. */
  readonly http_status: number | null;
  /** Null if the error itself says it. */
  readonly retryable: boolean | null;
  readonly when: string;
  readonly remedy: string;
  /** Where the type is described: a path to append to the base URL. */
  readonly doc_url: string;
};

/** More information for programs. The keys depend on the error type. */
export type ErrorDetails = {
  readonly fields?: readonly FieldError[] | undefined;
  readonly allowed_methods?: readonly string[] | undefined;
  readonly supported_languages?: readonly string[] | undefined;
  readonly supported_models?: readonly string[] | undefined;
  readonly source_languages?: readonly string[] | undefined;
  readonly target_languages?: readonly string[] | undefined;
  /** The status of the transcription. */
  readonly status?: string | undefined;
  readonly transcription_id?: string | undefined;
  readonly file_id?: string | undefined;
  /** The type of the failed job. */
  readonly failure?: string | undefined;
  /** The limit that was reached, by its name in `limits` of GET /v1/capabilities. */
  readonly limit?: string | undefined;
  /** The value of that limit. */
  readonly max?: number | undefined;
};

/** All error types. There may be new ones at any time. */
export type ErrorList = {
  readonly data: readonly ErrorDescription[];
};

/** Why it failed. */
export type EventError = {
  readonly type:
    | 'audio_download_failed'
    | 'audio_too_large'
    | 'audio_unreadable'
    | 'audio_too_long'
    | 'audio_too_short'
    | 'unsupported_audio_format'
    | 'language_not_supported'
    | 'speech_not_understood'
    | 'translation_not_supported'
    | 'translation_failed'
    | 'insufficient_credits'
    | 'test_quota_exceeded'
    | 'processing_timeout'
    | 'internal_error';
};

/** Server-sent events, each with the JSON of one event as its data. */
export type EventStream = string;

/** One thing that is wrong with a request. */
export type FieldError = {
  /** The place in the request, such as "translation.type"; empty for the whole request. */
  readonly path: string;
  /** A stable name of the rule that was broken. */
  readonly rule: string;
  readonly message: string;
};

/** Files, newest first. A page may be short even when another follows. */
export type FilePage = {
  readonly data: readonly RegisteredFile[];
  readonly has_more: boolean;
  /** Of the next page; null when there is none. */
  readonly next_cursor: string | null;
};

export type Formatting = {
  /** `digits` writes English numbers, money, times and dates in digits where they are clearly meant. By default they stay as the speech model wrote them. */
  readonly numerals?: 'as_spoken' | 'digits' | null | undefined;
  /** `remove` leaves out sounds such as "um". */
  readonly fillers?: 'keep' | 'remove' | null | undefined;
};

/** In UTC, to the millisecond. */
export type Instant = string;

/** Why a job failed. */
export type JobError = {
  readonly type:
    | 'audio_download_failed'
    | 'audio_too_large'
    | 'audio_unreadable'
    | 'audio_too_long'
    | 'audio_too_short'
    | 'unsupported_audio_format'
    | 'language_not_supported'
    | 'speech_not_understood'
    | 'translation_not_supported'
    | 'translation_failed'
    | 'insufficient_credits'
    | 'test_quota_exceeded'
    | 'processing_timeout'
    | 'internal_error';
  readonly message: string;
  /** Whether the same file may succeed next time. */
  readonly retryable: boolean;
  /** Where the type is described: a path to append to the base URL. */
  readonly doc_url: string;
  readonly details: { readonly [key: string]: unknown };
  /** The id of the request that queued the job. */
  readonly request_id: string;
};

/** The holds, releases and the charge of a job, oldest first. */
export type JobLedger = {
  readonly transcription_id: string;
  readonly mode: Mode;
  readonly data: readonly JobLedgerLine[];
};

export type JobLedgerLine = {
  readonly kind: 'hold' | 'release' | 'charge';
  /** What the entry adds to the free credit; below zero for a hold. */
  readonly amount_usd: SignedUsd;
  readonly at: Instant;
};

/** A BCP-47 tag. */
export type Language = string;

/** The limits that this deployment enforces. */
export type Limits = {
  readonly file_max_bytes: number;
  readonly audio_min_ms: number;
  readonly audio_max_ms: number;
  /** Time in which a file may be POSTed. */
  readonly upload_grant_ms: number;
  /** Time in which an uploaded file can be used. */
  readonly upload_kept_ms: number;
  /** Size limit of a JSON body. */
  readonly request_max_bytes: number;
  readonly idempotency_key_min_characters: number;
  readonly idempotency_key_max_characters: number;
  readonly language_hints_max: number;
  readonly context_max_characters: number;
  readonly custom_vocabulary_max_unique_terms: number;
  readonly custom_vocabulary_term_max_characters: number;
  readonly client_reference_id_max_characters: number;
  readonly metadata_max_keys: number;
  readonly metadata_key_max_characters: number;
  readonly metadata_value_max_characters: number;
  readonly multichannel_max_channels: number;
  /** Limit of the length of the audio times its channels. */
  readonly multichannel_audio_max_ms: number;
  readonly wait_max_seconds: number;
  readonly rate_limit_window_ms: number;
  /** Requests of one key in any window of `rate_limit_window_ms`. */
  readonly rate_limit_requests: number;
  /** Requests of one person at the console in any such window. */
  readonly console_rate_limit_requests: number;
  /** Requests with `wait` that one key may have open at once. */
  readonly waits_per_key_max: number;
  /** Requests with `wait` that one project may have open at once, in each mode. */
  readonly waits_per_project_max: number;
  /** Requests with `wait` that all projects of an organization may have open at once, in both modes together. */
  readonly waits_per_organization_max: number;
  /** Unfinished jobs that one project may have, in each mode. */
  readonly unfinished_jobs_per_project_max: number;
  /** Unfinished jobs of all projects of an organization, in both modes together. */
  readonly unfinished_jobs_per_organization_max: number;
  /** Realtime sessions of one project that may be live at once. */
  readonly live_sessions_per_project_max: number;
  /** The same in test mode. */
  readonly live_test_sessions_per_project_max: number;
  /** Organizations that one person may create. */
  readonly organizations_per_person_max: number;
  readonly projects_per_organization_max: number;
  /** Members and invitations of an organization besides its founder. */
  readonly members_per_organization_max: number;
  /** Webhooks of one project, in each mode. */
  readonly webhooks_per_project_max: number;
  /** Webhooks of all projects of an organization, in both modes together. */
  readonly webhooks_per_organization_max: number;
  /** Test events and redeliveries of one organization in any window of `rate_limit_window_ms`. */
  readonly webhook_tests_max: number;
  /** Minutes of audio that one project may transcribe in test mode in a UTC day. */
  readonly test_minutes_per_day_max: number;
  readonly result_retention_days: number;
};

/** The mode of the key that created it. Live and test data are separate. Test mode costs nothing. */
export type Mode = 'live' | 'test';

export type Model = {
  readonly id: string;
  readonly object: 'model';
  /** When the model was published, in seconds since 1970. */
  readonly created: number;
  readonly owned_by: string;
};

/** The speech models of this deployment, and `auto`, which chooses among them. */
export type ModelList = {
  readonly object: 'list';
  readonly data: readonly Model[];
};

/** A recording to transcribe at once. */
export type NewAudioTranscription = {
  /** The recording: at most 4,500,000 bytes. */
  readonly file: string;
  /** Send auto, a model that GET /v1/models lists, or one of OpenAI's names whisper-1, gpt-transcribe, gpt-4o-transcribe, gpt-4o-mini-transcribe, which mean auto here. */
  readonly model?:
    | 'auto'
    | 'moonshine-tiny'
    | 'whisper-tiny'
    | 'whisper-base'
    | 'whisper-small'
    | 'whisper-large-v3-turbo'
    | 'whisper-1'
    | 'gpt-transcribe'
    | 'gpt-4o-transcribe'
    | 'gpt-4o-mini-transcribe'
    | undefined;
  /** What the recording is about: the `context` of a job. */
  readonly prompt?: string | undefined;
  readonly response_format?: 'json' | 'text' | 'srt' | 'verbose_json' | 'vtt' | undefined;
  /** Only 0: texts are decoded without randomness. */
  readonly temperature?: '0' | undefined;
  /** Only false. */
  readonly stream?: 'false' | undefined;
  /** Only auto. */
  readonly chunking_strategy?: 'auto' | undefined;
  /** Your own id, returned unchanged, in webhooks too. It need not be unique. */
  readonly client_reference_id?: string | undefined;
  readonly metadata?: NewMetadata | undefined;
  /** The language that is spoken, as a hint of the job. */
  readonly language?: string | undefined;
  /** Languages that may be spoken: further hints of the job. */
  readonly languages?: readonly string[] | undefined;
  /** Terms that are probably spoken: the `custom_vocabulary` of a job. */
  readonly keywords?: readonly string[] | undefined;
  /** Which times `verbose_json` has. OpenAI’s clients name the field `timestamp_granularities[]`. */
  readonly timestamp_granularities?: readonly ('word' | 'segment')[] | undefined;
};

/** A recording to translate into English at once. */
export type NewAudioTranslation = {
  /** The recording: at most 4,500,000 bytes. */
  readonly file: string;
  /** Send auto, a model that GET /v1/models lists, or one of OpenAI's names whisper-1, gpt-transcribe, gpt-4o-transcribe, gpt-4o-mini-transcribe, which mean auto here. */
  readonly model?:
    | 'auto'
    | 'moonshine-tiny'
    | 'whisper-tiny'
    | 'whisper-base'
    | 'whisper-small'
    | 'whisper-large-v3-turbo'
    | 'whisper-1'
    | 'gpt-transcribe'
    | 'gpt-4o-transcribe'
    | 'gpt-4o-mini-transcribe'
    | undefined;
  /** What the recording is about: the `context` of a job. */
  readonly prompt?: string | undefined;
  readonly response_format?: 'json' | 'text' | 'srt' | 'verbose_json' | 'vtt' | undefined;
  /** Only 0: texts are decoded without randomness. */
  readonly temperature?: '0' | undefined;
  /** Only false. */
  readonly stream?: 'false' | undefined;
  /** Only auto. */
  readonly chunking_strategy?: 'auto' | undefined;
  /** Your own id, returned unchanged, in webhooks too. It need not be unique. */
  readonly client_reference_id?: string | undefined;
  readonly metadata?: NewMetadata | undefined;
};

export type NewEndpointing = {
  /** Silence that ends a segment; 500 without `endpointing`. With null, a segment ends only by `finalize`, or after ten seconds of silence or of speech. */
  readonly silence_ms: number | null;
};

/** An upload for use by many jobs. */
export type NewFile = {
  /** The id of an upload grant whose file has arrived. */
  readonly upload_id: string;
  /** A name for people, shown as sent. */
  readonly name?: string | null | undefined;
  /** Your own id, returned unchanged, in webhooks too. It need not be unique. */
  readonly client_reference_id?: string | null | undefined;
  readonly metadata?: NewMetadata | null | undefined;
};

/** Your own texts, returned unchanged, in webhooks too: at most 16, with keys of 1 to 40 characters and values of 1 to 500. Do not put secrets here. */
export type NewMetadata = { readonly [key: string]: string };

/** Into `target_language`. */
export type NewOneWayTranslation = {
  readonly type?: 'one_way' | null | undefined;
  /** A BCP-47 tag of a known language. An underscore counts as a hyphen. */
  readonly target_language: string;
};

/** A realtime session to create. */
export type NewRealtimeSession = {
  readonly audio: RealtimeAudio;
  /** Which speech model is used. `auto` gives each stretch of speech to the first model of GET /v1/capabilities that knows its language. */
  readonly model?:
    | 'auto'
    | 'moonshine-tiny'
    | 'whisper-tiny'
    | 'whisper-base'
    | 'whisper-small'
    | 'whisper-large-v3-turbo'
    | null
    | undefined;
  /** The languages that may be spoken; others are not considered. GET /v1/capabilities lists those that are transcribed; at least one hint must be among them. Regions are ignored: `zh-HK` counts as `zh`, Mandarin, so send `yue` for Cantonese. */
  readonly language_hints?: readonly string[] | null | undefined;
  /** What the speech is to be translated into. GET /v1/capabilities lists the pairs of languages; others are refused as `translation_not_supported`. */
  readonly translation?: NewOneWayTranslation | NewTwoWayTranslation | null | undefined;
  readonly formatting?: Formatting | null | undefined;
  /** Not yet possible in sessions, because a number may be spoken over several texts, and the first of them are sent at once. Transcribe a recording instead. */
  readonly redact?:
    | readonly ('card_number' | 'email' | 'phone_number' | 'iban' | 'us_ssn')[]
    | null
    | undefined;
  /** What the recording is about, to help the recognizer. */
  readonly context?: string | null | undefined;
  /** At most 100 unique terms that are probably spoken. Case, Unicode form and the amount of white space make no difference. */
  readonly custom_vocabulary?: readonly string[] | null | undefined;
  readonly endpointing?: NewEndpointing | null | undefined;
  /** Whether to send the text of a segment that is still being spoken. */
  readonly partials?: boolean | null | undefined;
  /** Whether final segments have the times of their words. */
  readonly words?: boolean | null | undefined;
  /** For how long the secret opens the first connection. */
  readonly client_secret_ttl_seconds?: number | null | undefined;
  /** The longest audio of the session. */
  readonly max_session_seconds?: number | null | undefined;
  /** Origins of the web pages that may connect; none allows all. Servers send no origin. */
  readonly allowed_origins?: readonly string[] | null | undefined;
  /** Your own id, returned unchanged, in webhooks too. It need not be unique. */
  readonly client_reference_id?: string | null | undefined;
  readonly metadata?: NewMetadata | null | undefined;
  /** Where the event of the end is sent, in addition to the webhooks of the project: an https URL on port 443 of a public host, without user name and password. The secret of the webhook without `url` signs it; create that one first. */
  readonly webhook_url?: string | null | undefined;
};

/** A job to queue, with exactly one of upload_id, audio_url, file_id. */
export type NewTranscription = {
  /** The id of an upload grant whose file has arrived. */
  readonly upload_id?: string | null | undefined;
  /** The address of the audio: https on port 443 of a public host, without user name and password. After the first 10 s the host must send at least 20 kB a second. */
  readonly audio_url?: string | null | undefined;
  /** The former name of `audio_url`. Send only one of the two. */
  readonly audio_uri?: string | null | undefined;
  /** The id of a registered file. */
  readonly file_id?: string | null | undefined;
  /** Which speech model is used. `auto` gives each stretch of speech to the first model of GET /v1/capabilities that knows its language. */
  readonly model?:
    | 'auto'
    | 'moonshine-tiny'
    | 'whisper-tiny'
    | 'whisper-base'
    | 'whisper-small'
    | 'whisper-large-v3-turbo'
    | null
    | undefined;
  /** The languages that may be spoken; others are not considered. GET /v1/capabilities lists those that are transcribed; at least one hint must be among them. Regions are ignored: `zh-HK` counts as `zh`, Mandarin, so send `yue` for Cantonese. */
  readonly language_hints?: readonly string[] | null | undefined;
  /** What the speech is to be translated into. GET /v1/capabilities lists the pairs of languages; others are refused as `translation_not_supported`. */
  readonly translation?: NewOneWayTranslation | NewTwoWayTranslation | null | undefined;
  /** What the recording is about, to help the recognizer. */
  readonly context?: string | null | undefined;
  /** At most 100 unique terms that are probably spoken. Case, Unicode form and the amount of white space make no difference. */
  readonly custom_vocabulary?: readonly string[] | null | undefined;
  /** Whether to transcribe each channel of the recording by itself and not their mix, such as a call with one person on each channel. Each channel is billed. A file with more than 8 fails, and so does one whose length times its channels is more than 20 hours. */
  readonly multichannel?: boolean | null | undefined;
  readonly formatting?: Formatting | null | undefined;
  /** Kinds of data that are replaced by the name of their kind, such as `[CARD_NUMBER]`, in text, words, translation and files before anything is stored. Digits and spoken numbers are found: card numbers and IBANs by their checksums, the others by rules. */
  readonly redact?:
    | readonly ('card_number' | 'email' | 'phone_number' | 'iban' | 'us_ssn')[]
    | null
    | undefined;
  /** A name for people, shown as sent. It is erased when the job is deleted. */
  readonly filename?: string | null | undefined;
  /** Your own id, returned unchanged, in webhooks too. It need not be unique. */
  readonly client_reference_id?: string | null | undefined;
  readonly metadata?: NewMetadata | null | undefined;
  /** Where the event of the end is sent, in addition to the webhooks of the project: an https URL on port 443 of a public host, without user name and password. The secret of the webhook without `url` signs it; create that one first. */
  readonly webhook_url?: string | null | undefined;
};

/** Both ways between `language_a` and `language_b`; speech in neither of the two is translated into `language_a`. */
export type NewTwoWayTranslation = {
  readonly type?: 'two_way' | null | undefined;
  /** A BCP-47 tag of a known language. An underscore counts as a hyphen. */
  readonly language_a: string;
  /** A BCP-47 tag of a known language. An underscore counts as a hyphen. */
  readonly language_b: string;
};

/** A file to upload. */
export type NewUpload = {
  /** The MIME type of the file, exactly as it will be POSTed. `application/octet-stream` needs a `filename`. */
  readonly content_type: string;
  /** The exact size of the file. Without it, any size up to the maximum may be POSTed. */
  readonly size_bytes?: number | null | undefined;
  /** The file name. Its extension, if any, must be that of a supported format. */
  readonly filename?: string | null | undefined;
};

export type NewWebhook = {
  /** An https URL on port 443 of a public host, without user name and password. A webhook without one signs the events that jobs and sessions send to their own `webhook_url`; a project has at most one. */
  readonly url?: string | null | undefined;
  /** The event types to deliver. */
  readonly events?:
    | readonly (
        | 'transcription.completed'
        | 'transcription.failed'
        | 'transcription.canceled'
        | 'realtime.session.finished'
      )[]
    | null
    | undefined;
  /** A description for people. */
  readonly description?: string | null | undefined;
};

/** An OpenAPI 3.1 document. */
export type OpenApi = {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
  };
};

export type Progress = {
  /** 100 only when the job is completed. */
  readonly percent: number;
  readonly processed_ms: number | null;
  /** `audio_ms` × `channels`. */
  readonly total_ms: number | null;
};

/** A job that was queued. */
export type QueuedTranscription = {
  readonly id: string;
  readonly status: 'queued';
};

/** The current use of a limit. */
export type Quota = {
  /** The limit's name in GET /v1/capabilities. */
  readonly limit:
    | 'unfinished_jobs_per_project_max'
    | 'unfinished_jobs_per_organization_max'
    | 'projects_per_organization_max'
    | 'webhooks_per_project_max'
    | 'webhooks_per_organization_max';
  readonly used: number;
  readonly max: number;
};

/** What the bytes of the stream are. */
export type RealtimeAudio = {
  /** `pcm_s16le` is interleaved 16-bit samples, little endian. `webm_opus` is WebM with one track of Opus, as the MediaRecorder of browsers makes it. */
  readonly format: 'pcm_s16le' | 'webm_opus';
  /** Required with `pcm_s16le`. WebM says it by itself. */
  readonly sample_rate_hz?: 8000 | 16000 | 24000 | 32000 | 44100 | 48000 | null | undefined;
  /** Required with `pcm_s16le`. Two channels are mixed. */
  readonly channels?: 1 | 2 | null | undefined;
};

/** What the session costs; null until it has ended. */
export type RealtimeBilling = {
  readonly status: 'pending' | 'charged' | 'not_charged';
  readonly billed_ms: number | null;
  readonly unit_price_usd_per_minute: '0.005';
  readonly amount_usd: Usd | null;
};

/** Stored events of a session, in order. */
export type RealtimeEventPage = {
  readonly data: readonly DurableEvent[];
  readonly has_more: boolean;
  /** Send it as `after` for the events that follow. */
  readonly next_after: number;
  /** The status before this page was read. No events follow an empty page of a session that has ended. */
  readonly session_status: 'created' | 'live' | 'completed' | 'expired' | 'canceled' | 'failed';
};

/** A conversation over a WebSocket. */
export type RealtimeSession = {
  readonly id: string;
  readonly mode: Mode;
  readonly status: 'created' | 'live' | 'completed' | 'expired' | 'canceled' | 'failed';
  /** The transcription that has the text after the session has ended. */
  readonly transcription_id: string;
  /** As requested. For WebM, the stream itself states its sample rate and channels. */
  readonly audio: {
    readonly format: string;
    readonly sample_rate_hz: number | null;
    readonly channels: number | null;
  };
  readonly max_session_seconds: number;
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  readonly ended_at: Instant | null;
  readonly end_reason:
    | 'finish'
    | 'max_session'
    | 'idle'
    | 'canceled'
    | 'insufficient_credits'
    | 'test_quota_exceeded'
    | 'unsupported_audio_format'
    | 'failed'
    | null;
  /** Length of the audio that was processed: up to where final texts are decided or partial texts were sent. */
  readonly audio_ms: number;
  readonly billing: RealtimeBilling;
  /** Your own id. */
  readonly client_reference_id: string | null;
  /** Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days. */
  readonly metadata: { readonly [key: string]: string };
};

/** A realtime session has ended. */
export type RealtimeSessionEvent = {
  readonly type: 'realtime.session.finished';
  /** When it happened. */
  readonly timestamp: Instant;
  readonly mode: Mode;
  readonly data: {
    readonly id: string;
    readonly status: 'completed' | 'failed' | 'canceled';
    /** The number of the event among those of one object, from 1. */
    readonly sequence: number;
    readonly created_at: Instant;
    readonly completed_at: Instant;
    readonly audio_ms: number | null;
    /** Your own id. */
    readonly client_reference_id: string | null;
    /** Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days. */
    readonly metadata: { readonly [key: string]: string };
    readonly error: EventError | null;
    /** It has the text. */
    readonly transcription_id: string;
    readonly end_reason:
      | 'finish'
      | 'max_session'
      | 'idle'
      | 'canceled'
      | 'insufficient_credits'
      | 'test_quota_exceeded'
      | 'unsupported_audio_format'
      | 'failed';
    readonly amount_usd: Usd;
  };
};

/** Sessions, newest first. */
export type RealtimeSessionPage = {
  readonly data: readonly RealtimeSession[];
  readonly has_more: boolean;
  /** Of the next page; null when there is none. */
  readonly next_cursor: string | null;
};

/** A request of the last seven days, without its body, query and texts. */
export type RecordedRequest = {
  readonly request_id: string;
  readonly mode: Mode;
  /** The part of the API key that is not secret. */
  readonly key_id: string;
  /** The path, with the names of its parameters in place of their values. */
  readonly route: string;
  readonly status: number;
  readonly error_type:
    | 'invalid_request'
    | 'unsupported_audio_format'
    | 'transcription_failed'
    | 'translation_not_supported'
    | 'capability_unavailable'
    | 'unauthenticated'
    | 'insufficient_credits'
    | 'spend_limit_reached'
    | 'permission_denied'
    | 'not_found'
    | 'method_not_allowed'
    | 'invalid_state'
    | 'transcription_in_progress'
    | 'upload_incomplete'
    | 'upload_already_consumed'
    | 'upload_expired'
    | 'expired'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reused'
    | 'rate_limit_exceeded'
    | 'queue_limit_exceeded'
    | 'test_quota_exceeded'
    | 'concurrency_limit_exceeded'
    | 'internal_error'
    | 'service_unavailable'
    | null;
  /** The path of the object that the request created. */
  readonly location: string | null;
  /** Your own id of the request. */
  readonly client_request_id: string | null;
  /** When it was answered. */
  readonly at: Instant;
  readonly duration_ms: number;
};

/** Which failed deliveries to restart. */
export type RedeliverFailed = {
  /** Only events that happened then or later. */
  readonly since: string;
};

/** Audio that any number of jobs can use. */
export type RegisteredFile = {
  /** Send it as `file_id`. */
  readonly id: string;
  readonly mode: Mode;
  readonly name: string | null;
  readonly content_type: string;
  readonly size_bytes: number;
  /** Your own id. */
  readonly client_reference_id: string | null;
  /** Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days. */
  readonly metadata: { readonly [key: string]: string };
  readonly created_at: Instant;
  /** Jobs can use the file until then. */
  readonly expires_at: Instant;
};

/** A stretch of speech between two pauses. */
export type Segment = {
  /** Its index among the segments, from 0. */
  readonly id: number;
  /** The channel in which it was spoken, from 0, of a job with `multichannel`; null for others. */
  readonly channel: number | null;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
  /** How sure the speech model is of the text: the mean probability of its tokens. */
  readonly confidence: number;
  readonly language: Language | null;
  /** The probability of `language`; null where it was given and not detected. */
  readonly language_confidence: number | null;
  /** The speech model that wrote the text. */
  readonly model:
    | 'moonshine-tiny'
    | 'whisper-tiny'
    | 'whisper-base'
    | 'whisper-small'
    | 'whisper-large-v3-turbo';
  /** Speech that is already in the target language is copied. */
  readonly translated_text: string | null;
};

export type SegmentWithWords = {
  /** Its index among the segments, from 0. */
  readonly id: number;
  /** The channel in which it was spoken, from 0, of a job with `multichannel`; null for others. */
  readonly channel: number | null;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
  /** How sure the speech model is of the text: the mean probability of its tokens. */
  readonly confidence: number;
  readonly language: Language | null;
  /** The probability of `language`; null where it was given and not detected. */
  readonly language_confidence: number | null;
  /** The speech model that wrote the text. */
  readonly model:
    | 'moonshine-tiny'
    | 'whisper-tiny'
    | 'whisper-base'
    | 'whisper-small'
    | 'whisper-large-v3-turbo';
  /** Speech that is already in the target language is copied. */
  readonly translated_text: string | null;
  readonly words: readonly Word[];
};

/** The last event. The connection is closed. */
export type SessionFinished = {
  readonly type: 'session.finished';
  readonly session_id: string;
  readonly at: string;
  /** 1, 2, 3 … without gaps. Sent again after a reconnect. */
  readonly id: number;
  readonly reason:
    | 'finish'
    | 'max_session'
    | 'idle'
    | 'canceled'
    | 'insufficient_credits'
    | 'test_quota_exceeded'
    | 'unsupported_audio_format'
    | 'failed';
  readonly audio_ms: number;
  readonly segments: number;
  readonly transcription_id: string;
  readonly billing: {
    readonly billed_ms: number;
    readonly unit_price_usd_per_minute: string;
    readonly amount_usd: string;
  };
};

export type SessionWarning = {
  readonly type: 'session.warning';
  readonly session_id: string;
  readonly at: string;
  /** 1, 2, 3 … without gaps. Sent again after a reconnect. */
  readonly id: number;
  readonly warning:
    | {
        readonly reason: 'audio_gap';
        readonly from_ms: number;
        readonly to_ms: number;
      }
    | {
        readonly reason: 'behind';
        readonly lag_ms: number;
      }
    | {
        readonly reason: 'expiring';
        readonly seconds_left: number;
      }
    | {
        readonly reason: 'max_session';
        readonly seconds_left: number;
      }
    | {
        readonly reason: 'idle';
        readonly seconds_left: number;
      }
    | {
        readonly reason: 'low_credit';
      }
    | {
        readonly reason: 'translation_failed';
        readonly segment_id: number;
      }
    | {
        readonly reason: 'translation_not_supported';
        readonly segment_id: number;
        readonly source_language: string;
        readonly target_language: string;
      };
};

/** US dollars, to the micro-dollar; may be below zero. */
export type SignedUsd = string;

/** A test event that was requested at the console or by key. */
export type TestEvent = {
  readonly type: 'webhook.test';
  /** When it happened. */
  readonly timestamp: Instant;
  readonly mode: Mode;
  readonly data: {
    /** Of the webhook. */
    readonly id: string;
    readonly status: 'test';
    /** The number of the event among those of one object, from 1. */
    readonly sequence: number;
    readonly created_at: Instant;
    readonly completed_at: Instant | null;
    readonly audio_ms: number | null;
    /** Your own id. */
    readonly client_reference_id: string | null;
    /** Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days. */
    readonly metadata: { readonly [key: string]: string };
    readonly error: EventError | null;
  };
};

/** The text with the times of all words, where the speech model gives them. */
export type Transcript = {
  readonly id: string;
  readonly transcript: string | null;
  /** The translation of every segment, in spoken order; null for a job that was queued without one. A job that cannot be translated as a whole fails. */
  readonly translated_text: string | null;
  /** The mean probability of `detected_language` over the speech in it; null where it was given. */
  readonly language_confidence: number | null;
  /** The languages with their share of the spoken time, the most spoken first. */
  readonly detected_languages:
    | readonly {
        readonly language: Language;
        readonly share: number;
      }[]
    | null;
  readonly segments: readonly SegmentWithWords[];
};

/** Never changes. */
export type TranscriptFinal = {
  readonly type: 'transcript.final';
  readonly session_id: string;
  readonly at: string;
  /** 1, 2, 3 … without gaps. Sent again after a reconnect. */
  readonly id: number;
  readonly segment: {
    readonly id: number;
    readonly start_ms: number;
    readonly text: string;
    readonly language: string | null;
    readonly end_ms: number;
    readonly end_reason: 'silence' | 'length' | 'finalize' | 'finish';
    readonly words?:
      | readonly {
          readonly text: string;
          readonly start_ms: number;
          readonly end_ms: number;
          readonly confidence: number;
        }[]
      | undefined;
  };
};

/** A job. */
export type Transcription = {
  readonly id: string;
  readonly mode: Mode;
  readonly status: 'queued' | 'processing' | 'completed' | 'failed' | 'canceled';
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  /** When the job ended, as completed, failed or canceled. */
  readonly completed_at: Instant | null;
  /** When you deleted the job. Since then it has no text and no audio. */
  readonly deleted_at: Instant | null;
  /** When the text is erased. */
  readonly expires_at: Instant;
  /** The language that is spoken most. */
  readonly detected_language: Language | null;
  /** Length of the decoded audio. */
  readonly audio_ms: number | null;
  /** The number of channels that are transcribed: with `multichannel` those of the recording, else 1, for their mix. */
  readonly channels: number | null;
  readonly billing: Billing;
  readonly error: JobError | null;
  /** Your own id. */
  readonly client_reference_id: string | null;
  readonly source: {
    readonly kind: 'upload' | 'file' | 'url' | 'realtime';
    readonly upload_id: string | null;
    readonly file_id: string | null;
    readonly realtime_session_id: string | null;
    /** When the audio was erased or passed to a retry. A failed job keeps it for up to a day. Always null for a file. */
    readonly deleted_at: Instant | null;
  };
  /** Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days. */
  readonly metadata: { readonly [key: string]: string };
  readonly request: TranscriptionRequest | null;
  /** The job that POST …/retry created from this one. */
  readonly retried_as: string | null;
  readonly progress: Progress;
  readonly transcript: string | null;
  /** The translation of every segment, in spoken order; null for a job that was queued without one. A job that cannot be translated as a whole fails. */
  readonly translated_text: string | null;
  /** The mean probability of `detected_language` over the speech in it; null where it was given. */
  readonly language_confidence: number | null;
  /** The languages with their share of the spoken time, the most spoken first. */
  readonly detected_languages:
    | readonly {
        readonly language: Language;
        readonly share: number;
      }[]
    | null;
  /** The speech models that wrote the text, the one with the most speech first. */
  readonly models:
    | readonly (
        | 'moonshine-tiny'
        | 'whisper-tiny'
        | 'whisper-base'
        | 'whisper-small'
        | 'whisper-large-v3-turbo'
      )[]
    | null;
  readonly segments: readonly Segment[] | null;
  /** How much of the audio sounds like speech, in all channels together. */
  readonly speech_ms: number | null;
  /** How much of that speech has no text, because it was not understood, or is in a language that this deployment does not transcribe. */
  readonly unrecognized_ms: number | null;
  /** Only with `include=words`; null where the speech model of this deployment gives no times of words. */
  readonly words?: readonly Word[] | null | undefined;
};

/** A job has ended. The event does not contain the text; read the job to get it. */
export type TranscriptionEvent = {
  readonly type: 'transcription.completed' | 'transcription.failed' | 'transcription.canceled';
  /** When it happened. */
  readonly timestamp: Instant;
  readonly mode: Mode;
  readonly data: {
    readonly id: string;
    readonly status: 'completed' | 'failed' | 'canceled';
    /** The number of the event among those of one object, from 1. */
    readonly sequence: number;
    readonly created_at: Instant;
    readonly completed_at: Instant;
    readonly audio_ms: number | null;
    /** Your own id. */
    readonly client_reference_id: string | null;
    /** Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days. */
    readonly metadata: { readonly [key: string]: string };
    readonly error: EventError | null;
  };
};

/** Jobs, newest first. A page may be short even when another follows. */
export type TranscriptionPage = {
  readonly data: readonly TranscriptionSummary[];
  readonly has_more: boolean;
  /** Of the next page; null when there is none. */
  readonly next_cursor: string | null;
};

/** The options that the job was queued with; null after the job was deleted, and for the text of a session. */
export type TranscriptionRequest = {
  readonly filename: string | null;
  readonly model:
    | 'auto'
    | 'moonshine-tiny'
    | 'whisper-tiny'
    | 'whisper-base'
    | 'whisper-small'
    | 'whisper-large-v3-turbo';
  readonly language_hints: readonly Language[];
  readonly translation: {
    readonly type: 'one_way' | 'two_way';
    readonly target_language?: Language | undefined;
    readonly language_a?: Language | undefined;
    readonly language_b?: Language | undefined;
  } | null;
  readonly multichannel: boolean;
  readonly formatting: {
    readonly numerals: 'as_spoken' | 'digits';
    readonly fillers: 'keep' | 'remove';
  };
  readonly redact: readonly ('card_number' | 'email' | 'phone_number' | 'iban' | 'us_ssn')[];
  readonly webhook_url: string | null;
};

/** A job without its text. */
export type TranscriptionSummary = {
  readonly id: string;
  readonly mode: Mode;
  readonly status: 'queued' | 'processing' | 'completed' | 'failed' | 'canceled';
  readonly created_at: Instant;
  readonly started_at: Instant | null;
  /** When the job ended, as completed, failed or canceled. */
  readonly completed_at: Instant | null;
  /** When you deleted the job. Since then it has no text and no audio. */
  readonly deleted_at: Instant | null;
  /** When the text is erased. */
  readonly expires_at: Instant;
  /** The language that is spoken most. */
  readonly detected_language: Language | null;
  /** Length of the decoded audio. */
  readonly audio_ms: number | null;
  /** The number of channels that are transcribed: with `multichannel` those of the recording, else 1, for their mix. */
  readonly channels: number | null;
  readonly billing: Billing;
  readonly error: JobError | null;
  /** Your own id. */
  readonly client_reference_id: string | null;
  readonly source: {
    readonly kind: 'upload' | 'file' | 'url' | 'realtime';
    readonly upload_id: string | null;
    readonly file_id: string | null;
    readonly realtime_session_id: string | null;
    /** When the audio was erased or passed to a retry. A failed job keeps it for up to a day. Always null for a file. */
    readonly deleted_at: Instant | null;
  };
};

/** The supported translations. */
export type TranslationCapability = {
  /** The translator of text. `apertium` is rule-based and meant for trials. Into some languages the speech model itself translates. */
  readonly translator: 'none' | 'apertium' | 'amazon-translate';
  /** A two-way translation is supported if each of its spoken languages has the other as a target. */
  readonly pairs: readonly TranslationPairs[];
};

/** The translation of a final text. It follows that text. If there is no translation, a warning comes instead. */
export type TranslationFinal = {
  readonly type: 'translation.final';
  readonly session_id: string;
  readonly at: string;
  /** 1, 2, 3 … without gaps. Sent again after a reconnect. */
  readonly id: number;
  readonly segment_id: number;
  readonly text: string;
  readonly language: string;
};

/** Each source is translated into each target; a language into itself is a copy. */
export type TranslationPairs = {
  readonly source_languages: readonly Language[];
  readonly target_languages: readonly Language[];
};

/** A signed policy to POST one file. */
export type UploadGrant = {
  /** Send it as `upload_id`. */
  readonly id: string;
  readonly mode: Mode;
  /** Whether the file has arrived (`uploaded`) and was used by a job or a file (`consumed`). When a request is repeated, it says whether there is anything left to POST. */
  readonly status: 'issued' | 'uploaded' | 'consumed';
  /** URL to POST the file to, as multipart/form-data. */
  readonly upload_url: string;
  readonly upload_method: 'POST';
  /** Form fields to send before the field `file`: all of them, unchanged. */
  readonly upload_fields: { readonly [key: string]: string };
  /** The POST must begin before this. */
  readonly expires_at: Instant;
  /** Maximum size of the file; its exact size if `size_bytes` was sent. */
  readonly max_bytes: number;
  /** The only MIME type that the policy accepts, exactly as written. */
  readonly content_type: string;
};

/** A project's usage by day. */
export type Usage = {
  readonly project_id: string;
  readonly mode: Mode;
  /** A day in UTC. */
  readonly start: string;
  /** A day in UTC. */
  readonly end: string;
  readonly totals: {
    /** Completed and charged jobs. */
    readonly jobs: number;
    /** Length of their audio. The audio of a job with `multichannel` counts once for each channel. */
    readonly audio_ms: number;
    readonly amount_usd: Usd;
  };
  readonly days: readonly {
    /** A day in UTC. */
    readonly date: string;
    /** Completed and charged jobs. */
    readonly jobs: number;
    /** Length of their audio. The audio of a job with `multichannel` counts once for each channel. */
    readonly audio_ms: number;
    readonly amount_usd: Usd;
  }[];
  /** The same by key and language, for days with jobs. */
  readonly groups: readonly UsageGroup[];
  /** Audio recognized in test mode today, in UTC; null in live mode. */
  readonly test_quota: {
    readonly used_ms: number;
    readonly limit_ms: number;
  } | null;
  readonly quotas: readonly Quota[];
};

export type UsageGroup = {
  /** A day in UTC. */
  readonly date: string;
  /** The part of the API key that is not secret, or the id of a person at the console. */
  readonly key_id: string | null;
  /** The language that was spoken most. */
  readonly language: Language | null;
  /** Completed and charged jobs. */
  readonly jobs: number;
  /** Length of their audio. The audio of a job with `multichannel` counts once for each channel. */
  readonly audio_ms: number;
  readonly amount_usd: Usd;
};

/** US dollars, to the micro-dollar. */
export type Usd = string;

/** The text of a recording with its times, in seconds. */
export type VerboseAudioText = {
  readonly task: 'transcribe' | 'translate';
  /** The English name of the language, "english". */
  readonly language: string;
  readonly duration: number;
  readonly text: string;
  readonly usage: {
    readonly type: 'duration';
    /** Length of the audio. */
    readonly seconds: number;
  };
  /** Of the job, which is kept and deleted like any other. */
  readonly transcription_id: string;
  readonly segments?: readonly AudioSegment[] | undefined;
  readonly words?: readonly AudioWord[] | undefined;
};

/** A destination of signed events. */
export type Webhook = {
  readonly id: string;
  readonly project_id: string;
  readonly mode: Mode;
  /** Null if it sends to the `webhook_url` of jobs and sessions. */
  readonly url: string | null;
  readonly events: readonly (
    | 'transcription.completed'
    | 'transcription.failed'
    | 'transcription.canceled'
    | 'realtime.session.finished'
  )[];
  readonly description: string;
  /** Events that happen while it is disabled are delivered when it is enabled. */
  readonly status: 'enabled' | 'disabled';
  /** `requested` by you, `failing` for five days without a success, or `gone` after status 410. */
  readonly disabled_reason: 'requested' | 'failing' | 'gone' | null;
  readonly created_at: Instant;
  readonly secret_metadata: {
    readonly hint: string;
    readonly created_at: Instant;
    /** The previous secret also signs until then. */
    readonly previous_expires_at: Instant | null;
  };
};

/** Fields that are omitted or null stay unchanged. */
export type WebhookChange = {
  /** An https URL on port 443 of a public host, without user name and password. */
  readonly url?: string | null | undefined;
  /** The event types to deliver. */
  readonly events?:
    | readonly (
        | 'transcription.completed'
        | 'transcription.failed'
        | 'transcription.canceled'
        | 'realtime.session.finished'
      )[]
    | null
    | undefined;
  /** A description for people. */
  readonly description?: string | null | undefined;
  readonly status?: 'enabled' | 'disabled' | null | undefined;
};

/** An event on its way to one webhook. */
export type WebhookDelivery = {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type:
    | 'transcription.completed'
    | 'transcription.failed'
    | 'transcription.canceled'
    | 'realtime.session.finished'
    | 'webhook.test';
  /** Null for a test event. */
  readonly transcription_id: string | null;
  /** The `webhook_url` of the job; null if it goes to the address of the webhook. */
  readonly url: string | null;
  /** `failed` after ten tries, or after 410 of a `webhook_url`; `held` while the webhook is disabled. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'held';
  /** The last 30, oldest first. */
  readonly attempts: readonly {
    readonly at: Instant;
    /** Null if there was no response. */
    readonly status_code: number | null;
    /** Why there was no response: `dns`, `tls`, `timeout` and so on. */
    readonly error: string | null;
    readonly duration_ms: number;
  }[];
  readonly next_attempt_at: Instant | null;
  readonly created_at: Instant;
};

/** A delivery, with what was sent and the responses. */
export type WebhookDeliveryDetails = {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type:
    | 'transcription.completed'
    | 'transcription.failed'
    | 'transcription.canceled'
    | 'realtime.session.finished'
    | 'webhook.test';
  /** Null for a test event. */
  readonly transcription_id: string | null;
  /** The `webhook_url` of the job; null if it goes to the address of the webhook. */
  readonly url: string | null;
  /** `failed` after ten tries, or after 410 of a `webhook_url`; `held` while the webhook is disabled. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'held';
  /** The last 30, oldest first. */
  readonly attempts: readonly {
    readonly at: Instant;
    /** Null if there was no response. */
    readonly status_code: number | null;
    /** Why there was no response: `dns`, `tls`, `timeout` and so on. */
    readonly error: string | null;
    readonly duration_ms: number;
    /** The headers of Standard Webhooks and the type of the body. */
    readonly request_headers: { readonly [key: string]: string };
    /** The first 1,024 bytes of the response. Null if there was no response, or a compressed one. */
    readonly response_body: string | null;
  }[];
  readonly next_attempt_at: Instant | null;
  readonly created_at: Instant;
  /** Where the next attempt would be sent: the `url`, or the present address of the webhook. */
  readonly request_url: string | null;
  /** The body of each attempt: the bytes that were signed. */
  readonly payload: string;
};

export type WebhookDeliveryPage = {
  readonly data: readonly WebhookDelivery[];
  readonly has_more: boolean;
  /** Of the next page; null when there is none. */
  readonly next_cursor: string | null;
};

/** The event that is being sent. */
export type WebhookEventSent = {
  readonly event_id: string;
  readonly delivery_id: string;
};

export type WebhookPage = {
  readonly data: readonly Webhook[];
  readonly has_more: boolean;
  /** Of the next page; null when there is none. */
  readonly next_cursor: string | null;
};

/** Failed deliveries are being restarted. */
export type WebhookRestart = {
  /** Only events that happened then or later. */
  readonly since: Instant;
};

/** A destination with its signing secret. */
export type WebhookWithSecret = {
  readonly id: string;
  readonly project_id: string;
  readonly mode: Mode;
  /** Null if it sends to the `webhook_url` of jobs and sessions. */
  readonly url: string | null;
  readonly events: readonly (
    | 'transcription.completed'
    | 'transcription.failed'
    | 'transcription.canceled'
    | 'realtime.session.finished'
  )[];
  readonly description: string;
  /** Events that happen while it is disabled are delivered when it is enabled. */
  readonly status: 'enabled' | 'disabled';
  /** `requested` by you, `failing` for five days without a success, or `gone` after status 410. */
  readonly disabled_reason: 'requested' | 'failing' | 'gone' | null;
  readonly created_at: Instant;
  readonly secret_metadata: {
    readonly hint: string;
    readonly created_at: Instant;
    /** The previous secret also signs until then. */
    readonly previous_expires_at: Instant | null;
  };
  /** The signing secret. Shown only once: null in a replay. */
  readonly secret: string | null;
};

export type Word = {
  /** The channel in which it was spoken, from 0, of a job with `multichannel`; null for others. */
  readonly channel: number | null;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly confidence: number;
};

export type ListTranscriptionsQuery = {
  /** Maximum number of entries on a page. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the previous page. Send the other parameters unchanged. */
  readonly cursor?: string | undefined;
  /** Only jobs of this status. */
  readonly status?: 'queued' | 'processing' | 'completed' | 'failed' | 'canceled' | undefined;
  /** Only objects with this id of yours. A page may be short even when another follows. */
  readonly client_reference_id?: string | undefined;
  /** Also lists jobs that were deleted after they had ended, with their length and price. */
  readonly include?: 'deleted' | undefined;
  /** Only jobs created after this instant. */
  readonly created_after?: string | undefined;
};

export type GetTranscriptionQuery = {
  /** Maximum number of seconds to delay the response until the status changes. */
  readonly wait?: number | undefined;
  /** Adds `words` with their times. */
  readonly include?: 'words' | undefined;
};

export type GetTranscriptQuery = {
  /** Plain text, SubRip or WebVTT captions, or JSON with the times of all words. */
  readonly format?: 'txt' | 'srt' | 'vtt' | 'json' | undefined;
  /** Which text; JSON always has both. */
  readonly language?: 'original' | 'translated' | 'both' | undefined;
};

export type ListFilesQuery = {
  /** Maximum number of entries on a page. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the previous page. Send the other parameters unchanged. */
  readonly cursor?: string | undefined;
  /** Only objects with this id of yours. A page may be short even when another follows. */
  readonly client_reference_id?: string | undefined;
};

export type ListWebhookDeliveriesQuery = {
  /** Maximum number of entries on a page. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the previous page. Send the other parameters unchanged. */
  readonly cursor?: string | undefined;
  /** Only deliveries of this status. A page may be short even when another follows. */
  readonly status?: 'pending' | 'delivered' | 'failed' | 'held' | undefined;
};

export type GetUsageReportQuery = {
  /** The first day, in UTC. By default 29 days before the last. */
  readonly start?: string | undefined;
  /** The last day, in UTC. By default today. */
  readonly end?: string | undefined;
  /** JSON, or a table with a row for each day, key and language. */
  readonly format?: 'json' | 'csv' | undefined;
};

export type GetChargeReportQuery = {
  /** The first day, in UTC. By default 29 days before the last. */
  readonly start?: string | undefined;
  /** The last day, in UTC. By default today. */
  readonly end?: string | undefined;
  /** JSON, or a table with a row for each charge. */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum number of charges on a page. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the previous page. Send the other parameters unchanged. */
  readonly cursor?: string | undefined;
};

export type ListRealtimeSessionsQuery = {
  /** Maximum number of entries on a page. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the previous page. Send the other parameters unchanged. */
  readonly cursor?: string | undefined;
  /** Only sessions of this status. */
  readonly status?: 'created' | 'live' | 'completed' | 'expired' | 'canceled' | 'failed' | undefined;
  /** Only objects with this id of yours. A page may be short even when another follows. */
  readonly client_reference_id?: string | undefined;
};

export type ListRealtimeEventsQuery = {
  /** Only events after this `id`. A header Last-Event-ID takes precedence. */
  readonly after?: number | undefined;
  /** Maximum number of seconds to wait for the next event: by default 0, for server-sent events 25. */
  readonly wait?: number | undefined;
};

/** The connection is ready. */
export type SessionStarted = {
  readonly type: 'session.started';
  readonly session_id: string;
  readonly at: string;
  readonly connection: number;
  /** Send the audio from here. */
  readonly next_offset: number;
  readonly last_event_id: number;
  readonly resume: {
    readonly token: string;
    readonly expires_at: string;
  };
  readonly audio: {
    readonly format: 'pcm_s16le' | 'webm_opus';
    readonly sample_rate_hz: number | null;
    readonly channels: number | null;
  };
  readonly limits: {
    readonly max_message_bytes: number;
    readonly ack_every_ms: number;
    readonly max_lead_ms: number;
  };
};

/** Sent at most every two seconds. While texts are sent, which acknowledge audio as well, it is sent at least every ten seconds. */
export type AudioAck = {
  readonly type: 'audio.ack';
  readonly session_id: string;
  readonly at: string;
  /** Every byte before it is stored. */
  readonly through: number;
  readonly received_ms: number;
  readonly processed_ms: number;
};

/** These bytes have not arrived. Send them again. */
export type AudioResend = {
  readonly type: 'audio.resend';
  readonly session_id: string;
  readonly at: string;
  /** A position in the stream of audio bytes. */
  readonly from: number;
  /** A position in the stream of audio bytes. */
  readonly to: number;
};

/** A voice is heard. Sent again for the same speech, perhaps with an earlier time, when another process takes over the session. */
export type SpeechStarted = {
  readonly type: 'speech.started';
  readonly session_id: string;
  readonly at: string;
  readonly at_ms: number;
};

export type SpeechEnded = {
  readonly type: 'speech.ended';
  readonly session_id: string;
  readonly at: string;
  readonly at_ms: number;
};

/** Replaces the last text of this segment. */
export type TranscriptPartial = {
  readonly type: 'transcript.partial';
  readonly session_id: string;
  readonly at: string;
  /** Every byte before it is stored. */
  readonly through: number;
  readonly segment: {
    readonly id: number;
    readonly start_ms: number;
    readonly text: string;
    readonly language: string | null;
    /** The part of the text that hardly changes. */
    readonly stable_chars: number;
    /** Ignore a partial text whose revision is lower than one that you have. */
    readonly revision: number;
  };
};

export type StreamError = {
  readonly type: 'error';
  readonly session_id: string;
  readonly at: string;
  readonly error: {
    readonly type:
      | 'invalid_message'
      | 'audio_too_fast'
      | 'audio_gap_too_long'
      | 'connection_replaced'
      | 'invalid_request'
      | 'unsupported_audio_format'
      | 'transcription_failed'
      | 'translation_not_supported'
      | 'capability_unavailable'
      | 'unauthenticated'
      | 'insufficient_credits'
      | 'spend_limit_reached'
      | 'permission_denied'
      | 'not_found'
      | 'method_not_allowed'
      | 'invalid_state'
      | 'transcription_in_progress'
      | 'upload_incomplete'
      | 'upload_already_consumed'
      | 'upload_expired'
      | 'expired'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_key_reused'
      | 'rate_limit_exceeded'
      | 'queue_limit_exceeded'
      | 'test_quota_exceeded'
      | 'concurrency_limit_exceeded'
      | 'internal_error'
      | 'service_unavailable';
    readonly message: string;
    readonly request_id: string;
    readonly details: ErrorDetails;
    readonly retryable: boolean;
  };
  /** Whether the connection is closed. After `unsupported_audio_format` it is closed only after `session.finished`. */
  readonly fatal: boolean;
};

export type Pong = {
  readonly type: 'pong';
  readonly session_id: string;
  readonly at: string;
};

export type ServerEvent =
  | SessionStarted
  | AudioAck
  | AudioResend
  | SpeechStarted
  | SpeechEnded
  | TranscriptPartial
  | TranscriptFinal
  | TranslationFinal
  | SessionWarning
  | SessionFinished
  | StreamError
  | Pong;

export type WebhookEvent = TranscriptionEvent | RealtimeSessionEvent | TestEvent;
