import { now } from '#functions/deps/clock.ts';
import { liveDecrypt } from '#functions/deps/encryption.ts';
import { liveInternet } from '#functions/deps/internet.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveWebhookQueue } from '#functions/deps/queues.ts';
import { liveTable } from '#functions/deps/table.ts';
import { poster } from '#lib/domain/webhooks/attempt.ts';
import { deliverWebhook } from '#lib/domain/webhooks/deliver.ts';
import { webhookLogFields, WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import type { TryDeps } from '#lib/domain/webhooks/try-delivery.ts';
import { queueHandler } from '#lib/platform/queue/queue-handler.ts';

export const createHandler = (deps: TryDeps) =>
  queueHandler({ schema: WebhookMessage, logFields: webhookLogFields }, (message) =>
    deliverWebhook(deps, message),
  );

export const handler = await liveHandler(() =>
  createHandler({
    table: liveTable(),
    send: liveWebhookQueue(),
    decrypt: liveDecrypt(),
    post: poster(liveInternet()),
    random: Math.random,
    now,
  }),
);
