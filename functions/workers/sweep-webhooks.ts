import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveWebhookQueue } from '#functions/deps/queues.ts';
import { liveTable } from '#functions/deps/table.ts';
import type { DeliveryDeps } from '#lib/domain/webhooks/fan-out.ts';
import { sweepWebhooks } from '#lib/domain/webhooks/sweep-webhooks.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

export const createHandler = (deps: DeliveryDeps) => eventHandler(() => sweepWebhooks(deps));

export const handler = await liveHandler(() =>
  createHandler({ table: liveTable(), send: liveWebhookQueue(), now }),
);
