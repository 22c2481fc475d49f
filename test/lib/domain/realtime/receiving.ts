import { receiveMessage } from '#lib/domain/realtime/receive-message.ts';
import type { RealtimeSession } from '#lib/domain/realtime/session.ts';
import type { aSessionWorld } from '../../../support/session-world.ts';

/** A message with so many bytes of audio. */
export const audio = (offset: number, bytes: number) => ({
  type: 'audio',
  offset,
  data: Buffer.alloc(bytes, 1).toString('base64'),
});
/** All input of a session. */
export const everything = { afterFrame: -1, fromMark: 0 };
type World = ReturnType<typeof aSessionWorld>;

/** Receives a message of the connection `c1` of a session. */
export const receive = (world: World, session: RealtimeSession, message: object) =>
  receiveText(world, session, JSON.stringify(message));

export const receiveText = ({ deps }: World, session: RealtimeSession, text: string) =>
  receiveMessage(deps, {
    ref: { tenant: session.tenant, id: session.id },
    connection: session.connection,
    connectionId: 'c1',
    requestId: 'request-7',
    bytesPer10Ms: 320,
    refusal: undefined,
    startedAtMs: Date.parse(session.createdAt),
    text,
  });
