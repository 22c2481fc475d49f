import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';

/**
 * Whether this event is the last one for this client. `unsupported_audio_format` is not: it ends the session, and
 * `session.finished` follows.
 */
export const isRefusal = (event: ServerEvent): boolean =>
  event.type === 'error' &&
  event.fatal &&
  !event.error.retryable &&
  event.error.type !== 'unsupported_audio_format';
