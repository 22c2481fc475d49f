import type { EncryptionContext } from '#lib/platform/aws/kms.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { Answer } from '#lib/domain/webhooks/attempt.ts';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { systemClock } from '#lib/platform/limits/take-slot.ts';
import { changeWebhook } from '#lib/domain/webhooks/change-webhook.ts';
import { deleteWebhook } from '#lib/domain/webhooks/delete-webhook.ts';
import { deliverWebhook } from '#lib/domain/webhooks/deliver.ts';
import { firstDue } from '#lib/platform/due-index/due-index.ts';
import { duePrefix } from '#lib/domain/webhooks/schedule.ts';
import { endEvent, eventEntry, type WebhookEvent } from '#lib/domain/webhooks/event.ts';
import { listWebhookDeliveries } from '#lib/domain/webhooks/list-deliveries.ts';
import { type SendWebhook, WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import { redeliver } from '#lib/domain/webhooks/redeliver.ts';
import { registerWebhook } from '#lib/domain/webhooks/register-webhook.ts';
import { rotateSecret } from '#lib/domain/webhooks/rotate-secret.ts';
import { sweepWebhooks } from '#lib/domain/webhooks/sweep-webhooks.ts';
import { testWebhook } from '#lib/domain/webhooks/test-webhook.ts';
import { type DeliveryView, NewWebhook, type WebhookChange } from '#lib/domain/webhooks/views.ts';
import { count, noCalls } from './count-calls.ts';
import { memoryEncryption } from './memory-encryption.ts';
import { memoryQueue } from './memory-queue.ts';
import { aMortalWorker, type Death } from './mortal-worker.ts';
import { anyTable, type TestTable } from './table.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A delivery that a receiver got. */
export type Received = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
};

export const answers = (statusCode: number, retryAfter?: string): Answer => ({
  statusCode,
  error: null,
  body: '',
  retryAfter,
});
export const silence = (error: string): Answer => ({ ...answers(0), statusCode: null, error, body: null });

// The webhook queue's visibility timeout: six function timeouts.
const visibilityMs = 270_000;
const maxReceives = 5;

/** Webhooks on this table, with a queue in memory, a manual clock and scripted receivers. */
export const aWebhookWorld = async (
  tenant: Tenant = 'prj_a.live',
  limits = Limits.parse({}),
  database?: TestTable,
) => {
  const { table: real, calls: costs = noCalls() } = database ?? (await anyTable());
  const clock = { now: new Date('2026-11-20T10:00:00.000Z') };
  const queue = memoryQueue<WebhookMessage>(() => clock.now, visibilityMs);
  const mail = queue.waiting;
  const received: Received[] = [];
  const script = {
    answer: async (_received: Received): Promise<Answer> => answers(200),
    /** Kills the worker before or after that call, counted from 1. */
    dies: undefined as Death | undefined,
    /** Whether a sent message is lost. */
    losesMail: (_bySweeper: boolean) => false,
  };
  let isSweeping = false;
  const { step, run, callsSoFar, resetCalls } = aMortalWorker(() => script.dies);
  const table: Table = {
    get: (...args) => step(() => real.get(...args)),
    putNew: (...args) => step(() => real.putNew(...args)),
    update: (...args) => step(() => real.update(...args)),
    transact: (...args) => step(() => real.transact(...args)),
    query: (...args) => step(() => real.query(...args)),
  };
  const send: SendWebhook = (message, delayMs) =>
    step(async () => {
      count(costs, 'sqs.SendMessage');
      if (script.losesMail(isSweeping)) return;
      await queue.send(message, delayMs);
    });

  const { encrypt, decrypt } = memoryEncryption();
  const deps = {
    audit: () => [],
    table,
    send,
    now: () => clock.now,
    random: Math.random,
    newId: () => randomId('evt'),
    limits,
    countTest: testCounter(table, limits.webhookTestsPerMinute, { ...systemClock, now: () => clock.now }),
    checkUrl: async () => {},
    encrypt,
    decrypt: (ciphertext: string, context: EncryptionContext) => {
      count(costs, 'kms.Decrypt');
      return decrypt(ciphertext, context);
    },
    post: (url: string, headers: Readonly<Record<string, string>>, body: string) =>
      step(() => {
        const one = { url, headers, body, at: clock.now.getTime() };
        received.push(one);
        return script.answer(one);
      }),
  };

  const deliver = (message: WebhookMessage) => deliverWebhook(deps, message);
  const sweep = async (): Promise<void> => {
    isSweeping = true;
    await run(() => sweepWebhooks(deps));
    isSweeping = false;
  };

  /** Handles a message that can be received now; false if there is none. */
  const receive = async (): Promise<boolean> => {
    const one = queue.receive();
    if (!one) return false;
    const isDone = await run(() => deliver(WebhookMessage.parse(one.message)));
    if (isDone || one.receives >= maxReceives) queue.remove(one);
    return true;
  };

  // Queries the index, because the cost of a scan grows with the table.
  const firstDueAt = async (): Promise<number> => {
    const firsts = await Promise.all(
      firstDue(duePrefix).map(async ({ shard }) => {
        const { items } = await real.query({
          index: 'due',
          where: 'due_shard = :shard',
          values: { ':shard': shard },
          limit: 1,
        });
        return items[0] ? Date.parse(String(items[0]['due_at'])) : Infinity;
      }),
    );
    return Math.min(...firsts);
  };

  /** Advances the clock. Messages arrive, and the sweeper runs in each minute with due items. */
  const pass = async (ms: number): Promise<void> => {
    const end = clock.now.getTime() + ms;
    let sweptAt = clock.now.getTime() - 1;
    for (;;) {
      const now = clock.now.getTime();
      if (await receive()) continue;
      const next = Math.min(...mail.map(({ at }) => at));
      const due = Math.max(await firstDueAt(), sweptAt + 1);
      const sweepAt = Math.max(Math.ceil(due / minute) * minute, now);
      const at = Math.min(next, sweepAt);
      if (at > end) break;
      clock.now = new Date(at);
      if (at !== sweepAt) continue;
      sweptAt = at;
      await sweep();
    }
    clock.now = new Date(end);
  };

  let jobs = 0;
  /** Writes the event of a job that ends now, and queues its message unless `silently`. */
  const happen = async ({
    silently = false,
    of = tenant,
    webhookUrl = null as string | null,
  } = {}): Promise<WebhookEvent> => {
    jobs += 1;
    const event = endEvent({
      tenant: of,
      id: `ofq_${jobs}`,
      status: 'completed',
      audioMs: 1_000,
      errorType: null,
      requestId: 'request-7',
      name: 'call-42',
      request: { metadata: { team: 'support' }, webhookUrl },
      createdAt: clock.now.toISOString(),
      completedAt: clock.now.toISOString(),
    });
    await real.transact([eventEntry(event)]);
    if (!silently) await queue.send(anEvent(event).message);
    return event;
  };
  const anEvent = ({ tenant: of, id }: WebhookEvent) => ({
    message: { kind: 'event', tenant: of, eventId: id } as const,
  });

  const register = async (url: string | null = 'https://a.example/', more: object = {}, of = tenant) => {
    const body = NewWebhook.parse({ url, ...more });
    const newId = () => randomId('whk');
    const input = { body, bodyFingerprint: fingerprint(body) };
    const { value: webhook } = await registerWebhook(
      { ...deps, newId },
      { tenant: of, organizationId: 'org_a' },
      input,
    );
    return { ...webhook, secret: webhook.secret ?? '' };
  };
  const ref = (id: string) => ({ tenant, organizationId: 'org_a', id });

  return {
    table: real,
    deps,
    clock,
    mail,
    received,
    script,
    run,
    deliver,
    pass,
    happen,
    register,
    sweep,
    callsSoFar,
    resetCalls,
    anEvent,
    ref,
    rotate: (id: string) => rotateSecret(deps, ref(id)),
    change: (id: string, change: WebhookChange) => changeWebhook(deps, ref(id), change),
    remove: (id: string) => deleteWebhook(deps, ref(id)),
    testEvent: (id: string) => testWebhook(deps, { ...ref(id), requestId: 'request-8' }),
    redeliver: (webhookId: string, id: string) => redeliver(deps, { ...ref(id), webhookId }),
    deliveries: async (id: string, limit = 100): Promise<DeliveryView[]> =>
      (await listWebhookDeliveries(deps, ref(id), { limit })).data,
  };
};
export type WebhookWorld = Awaited<ReturnType<typeof aWebhookWorld>>;
