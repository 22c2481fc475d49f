import { sessionLogFields } from '#lib/domain/realtime/log-fields.ts';
import type { SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { addLogFields } from '#lib/platform/log.ts';
import { liveHandler } from '../deps/live-handler.ts';
import { liveTable } from '../deps/table.ts';
import { ConnectionEvent } from '../http/websocket-event.ts';

type Deps = { readonly sessions: Pick<SessionRepository, 'dropConnection'> };

export const createHandler = ({ sessions }: Deps) =>
  eventHandler(async (event: unknown) => {
    const { connectionId, authorizer } = ConnectionEvent.parse(event).requestContext;
    addLogFields(sessionLogFields(authorizer.ref));
    await sessions.dropConnection(authorizer.ref, connectionId);
    return { statusCode: 200 };
  });

export const handler = await liveHandler(() => createHandler({ sessions: dynamoSessions(liveTable()) }));
