import { knownLeases } from '#lib/domain/realtime/known-leases.ts';
import { sessionLogFields } from '#lib/domain/realtime/log-fields.ts';
import { messageCounts } from '#lib/domain/realtime/message-counts.ts';
import { type ReceiveDeps, receiveMessage } from '#lib/domain/realtime/receive-message.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { addLogFields } from '#lib/platform/log.ts';
import { now } from '../deps/clock.ts';
import { liveHandler } from '../deps/live-handler.ts';
import { liveConnections, liveWake } from '../deps/realtime.ts';
import { liveTable } from '../deps/table.ts';
import { ConnectionEvent } from '../http/websocket-event.ts';

export const createHandler = (deps: ReceiveDeps) =>
  eventHandler(async (event: unknown) => {
    const { body: text, requestContext } = ConnectionEvent.parse(event);
    const { connectionId, requestId, authorizer } = requestContext;
    const { refusal, ...facts } = authorizer;
    addLogFields(sessionLogFields(facts.ref));
    await receiveMessage(deps, { ...facts, refusal, connectionId, requestId, text });
    return { statusCode: 200 };
  });

export const handler = await liveHandler(() =>
  createHandler({
    sessions: dynamoSessions(liveTable()),
    leases: knownLeases(),
    counts: messageCounts(),
    ...liveConnections(),
    wake: liveWake(),
    now,
  }),
);
