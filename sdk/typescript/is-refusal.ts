import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';

/** Whether nothing more comes for this client. Audio that is not supported ends the session, which `session.finished` says. */
export const isRefusal = (event: ServerEvent): boolean =>
  event.type === 'error' &&
  event.fatal &&
  !event.error.retryable &&
  event.error.type !== 'unsupported_audio_format';
