import * as z from 'zod';
import { errorTypes, streamErrorTypes } from '#lib/platform/errors.ts';
import { Tenant } from '#lib/platform/tenant.ts';
import { byteAt } from '#lib/speech/live/pcm-input.ts';
import type { Handshaken } from './connect-session.ts';
import type { SessionRef } from './session.ts';

/** What the handshake learned of a connection. API Gateway adds it to each event of the connection, as text. */
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

/** The facts of a connection whose credential is known. */
export const factsOf = (
  handshaken: Exclude<Handshaken, { readonly kind: 'unknown' }>,
): z.input<typeof ConnectionFacts> => {
  const { tenant, id, connection, startedAt, createdAt, options } = handshaken.session;
  return {
    ...{ tenant, session: id, connection },
    startedAtMs: Date.parse(startedAt ?? createdAt),
    bytesPer10Ms: byteAt(options.audio, 10),
    ...(handshaken.kind === 'refused' && { refusal: handshaken.type }),
  };
};
