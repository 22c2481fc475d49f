import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveWake } from '#functions/deps/realtime.ts';
import { liveTable } from '#functions/deps/table.ts';
import { sweepSessions, type SweepSessionsDeps } from '#lib/domain/realtime/sweep-sessions.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

export const createHandler = (deps: SweepSessionsDeps) => eventHandler(() => sweepSessions(deps));

export const handler = await liveHandler(() =>
  createHandler({
    sessions: dynamoSessions(liveTable()),
    wake: liveWake(),
    now,
  }),
);
