import type { ErrorDetails, StreamErrorType } from '#lib/platform/errors.ts';
import type { ServerEvent } from './protocol.ts';

type StreamError = Extract<ServerEvent, { readonly type: 'error' }>;

/** The message to the client, and whether another attempt may succeed. */
const texts = {
  invalid_message: { message: 'Send a message of the protocol, as JSON text.', retryable: false },
  audio_too_fast: { message: 'Send audio in real time, or up to four times as fast.', retryable: false },
  rate_limit_exceeded: {
    message:
      'Send audio in messages of 100 ms, and few messages without new audio. Connect again in a minute.',
    // A client that had to send much audio again may also get this error, and must not lose its session.
    retryable: true,
  },
  unsupported_audio_format: {
    message: 'Send WebM with one track of Opus, as MediaRecorder records it.',
    retryable: false,
  },
  audio_gap_too_long: { message: 'Bytes that were missing for 10 s now count as silence.', retryable: false },
  connection_replaced: {
    message: 'Another client has connected to this session, so this connection ends.',
    // Two clients that connect again would replace each other for ever.
    retryable: false,
  },
  permission_denied: { message: 'This origin may not use the session.', retryable: false },
  expired: {
    message: 'The secret was used or has expired, or the session has ended. Create a new session.',
    retryable: false,
  },
  concurrency_limit_exceeded: {
    message: 'Your project has the maximum number of live sessions. Try again when one has ended.',
    retryable: true,
  },
  insufficient_credits: { message: 'The credit of your organization is used up.', retryable: false },
  test_quota_exceeded: {
    message: 'Your project has used up its audio in test mode for today.',
    retryable: false,
  },
} as const satisfies Partial<Record<StreamErrorType, object>>;

const other = { message: 'Something went wrong on our side. Connect again.', retryable: true };

const hasText = (type: string): type is keyof typeof texts => Object.hasOwn(texts, type);

export type StreamFailure = {
  readonly type: StreamErrorType;
  readonly requestId: string;
  readonly fatal: boolean;
  /** Says more than the text of the type. */
  readonly reason?: string;
  readonly details?: ErrorDetails;
};

/**
 * An error as a client of a connection receives it: the error object of HTTP answers, and whether the connection ends.
 */
export const errorEvent = (sessionId: string, at: Date, failure: StreamFailure): StreamError => {
  const { type, requestId, fatal, details = {} } = failure;
  const { message, retryable } = hasText(type) ? texts[type] : other;
  return {
    type: 'error',
    session_id: sessionId,
    at: at.toISOString(),
    error: { type, message: failure.reason ?? message, request_id: requestId, details, retryable },
    fatal,
  };
};
