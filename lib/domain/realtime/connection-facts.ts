import * as z from 'zod';
import { errorTypes, streamErrorTypes } from '#lib/platform/errors.ts';
import { Tenant } from '#lib/platform/tenant.ts';
import { byteAt } from '#lib/speech/live/pcm-input.ts';
import type { Handshaken } from './connect-session.ts';
import type { SessionAudio, SessionRef } from './session.ts';

/**
 * The facts that the handshake found out about a connection. API Gateway adds them to each event of the connection, as
 * text.
 */
export const ConnectionFacts = z
  .object({
    tenant: Tenant,
    session: z.string(),
    connection: z.coerce.number().int(),
    startedAtMs: z.coerce.number(),
    bytesPer10Ms: z.coerce.number(),
    refusal: z.enum([...streamErrorTypes, ...errorTypes]).optional(),
  })
  .transform(({ tenant, session: id, ...facts }) => ({ ref: { tenant, id } satisfies SessionRef, ...facts }));
export type ConnectionFacts = z.infer<typeof ConnectionFacts>;

// The highest rate of Opus, 510 kbit/s, with the headers of its packets.
const maxWebmBytesPer10Ms = 700;

const maxBytesPer10Ms = (audio: SessionAudio): number =>
  audio.format === 'webm_opus' ? maxWebmBytesPer10Ms : byteAt(audio, 10);

/** The facts of a connection whose credential is known. */
export const factsOf = (
  handshaken: Exclude<Handshaken, { readonly kind: 'unknown' }>,
): z.input<typeof ConnectionFacts> => {
  const { tenant, id, connection, createdAt, options } = handshaken.session;
  return {
    tenant,
    session: id,
    connection,
    startedAtMs: Date.parse(createdAt),
    bytesPer10Ms: maxBytesPer10Ms(options.audio),
    ...(handshaken.kind === 'refused' && { refusal: handshaken.type }),
  };
};
