import type { streamErrorTypes } from '#lib/platform/errors.ts';
import type { ErrorEntry } from './error-catalogue.ts';

/** The errors of a realtime connection that no request has. */
export const streamErrors: Readonly<Record<(typeof streamErrorTypes)[number], ErrorEntry>> = {
  invalid_message: {
    when: 'A message is not JSON text of the protocol, or has more than 24,000 bytes of audio. The third one on a connection ends it.',
    remedy: 'Correct what details.fields names. /v1/asyncapi.json describes the messages.',
  },
  audio_too_fast: {
    when: 'The audio is more than 30 s ahead of four times the real time since the session was created. The connection ends.',
    remedy: 'Send audio in real time, or a recording as a file.',
  },
  audio_gap_too_long: {
    when: 'Bytes in the middle of the audio did not arrive, although the service requested them four times. They now count as silence. The session continues.',
    remedy: 'Answer audio.resend with the bytes that it names.',
  },
  connection_replaced: {
    when: 'Another client has connected to the session, which has one connection. This older connection ends. The session continues.',
    remedy:
      'Nothing, if the newer connection is yours. Otherwise do not connect again, because two clients would replace each other for ever: create a session for each.',
  },
};
