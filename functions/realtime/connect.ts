import { type OpenDeps, setConnection } from '#lib/domain/realtime/connect-session.ts';
import { sessionLogFields } from '#lib/domain/realtime/log-fields.ts';
import { subprotocol } from '#lib/domain/realtime/protocol.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { addLogFields } from '#lib/platform/log.ts';
import { now } from '../deps/clock.ts';
import { liveHandler } from '../deps/live-handler.ts';
import { liveWake } from '../deps/realtime.ts';
import { liveTable } from '../deps/table.ts';
import { ConnectionEvent, offeredProtocols } from '../http/websocket-event.ts';

export const createHandler = (deps: OpenDeps) =>
  eventHandler(async (event: unknown) => {
    const { headers, requestContext } = ConnectionEvent.parse(event);
    const { connectionId, authorizer } = requestContext;
    const { ref, connection, refusal } = authorizer;
    addLogFields(sessionLogFields(ref));
    // A refused client may connect: its first message is then answered with the reason. A browser shows no reason for a
    // refused handshake.
    const isOpen = refusal !== undefined || (await setConnection(deps, ref, { connection, connectionId }));
    if (!isOpen) return { statusCode: 409 };
    const isOffered = offeredProtocols(headers).includes(subprotocol);
    return { statusCode: 200, headers: isOffered ? { 'Sec-WebSocket-Protocol': subprotocol } : {} };
  });

export const handler = await liveHandler(() =>
  createHandler({ sessions: dynamoSessions(liveTable()), wake: liveWake(), now }),
);
