import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveWebhookQueue } from '#functions/deps/queues.ts';
import { liveTable } from '#functions/deps/table.ts';
import { type SweepDeps, sweepWebhooks } from '#lib/domain/webhooks/sweep-webhooks.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

// Below Lambda's limit of 50 seconds. The next run, a minute later, continues.
const sweepMs = 40_000;

export const createHandler = (deps: Omit<SweepDeps, 'deadline'>) =>
  eventHandler(() => sweepWebhooks({ ...deps, deadline: new Date(deps.now().getTime() + sweepMs) }));

export const handler = await liveHandler(() =>
  createHandler({ table: liveTable(), send: liveWebhookQueue(), now }),
);
