import { liveResults } from '#functions/deps/buckets.ts';
import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveWebhookQueue } from '#functions/deps/queues.ts';
import { liveConnections } from '#functions/deps/realtime.ts';
import { liveTable } from '#functions/deps/table.ts';
import type { ConcludeDeps } from '#lib/domain/realtime/conclude-session.ts';
import { EndMessage, endSession } from '#lib/domain/realtime/end-session.ts';
import { sessionLogFields } from '#lib/domain/realtime/log-fields.ts';
import type { SendEndDeps } from '#lib/domain/realtime/send-end.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { addLogFields } from '#lib/platform/log.ts';

export const createHandler = (deps: ConcludeDeps & SendEndDeps) =>
  eventHandler(async (event: unknown) => {
    const message = EndMessage.parse(event);
    addLogFields(sessionLogFields(message));
    await endSession(deps, message);
  });

export const handler = await liveHandler(() =>
  createHandler({
    sessions: dynamoSessions(liveTable()),
    results: liveResults(),
    sendWebhook: liveWebhookQueue(),
    ...liveConnections(),
    now,
  }),
);
