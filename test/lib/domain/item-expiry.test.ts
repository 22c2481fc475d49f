import { beforeEach, expect, test } from 'vitest';
import { endSession, findSession, startSession } from '#lib/domain/auth/session-repository.ts';
import { finishSignIn } from '#lib/domain/auth/sign-in/finish-sign-in.ts';
import { flowToCookie } from '#lib/domain/auth/sign-in/flow.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { Payment } from '#lib/domain/billing/payment.ts';
import { registerFile } from '#lib/domain/files/file-repository.ts';
import { putRequest } from '#lib/domain/requests/request-record.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { dayMs, hourMs, later, minuteMs } from '#lib/platform/durations.ts';
import { acquirePermits } from '#lib/platform/limits/acquire-permits.ts';
import { takeTestQuota } from '#lib/platform/limits/test-quota.ts';
import type { Item } from '#lib/platform/aws/table.ts';
import { anyReadableTable } from '../../support/table.ts';
import { anUpload, aTranscription } from '../../support/transcription.ts';
import { aWebhookWorld, type WebhookWorld } from '../../support/webhook-world.ts';
import { Limits } from '#lib/platform/limits/limits.ts';

let world: WebhookWorld;
let items: () => Promise<readonly Item[]>;
beforeEach(async () => {
  const database = await anyReadableTable();
  ({ items } = database);
  world = await aWebhookWorld(tenant, undefined, database);
});

const start = new Date('2026-11-20T10:00:00.000Z');
const now = () => start;
const tenant = 'prj_a.live';
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };
const store = () => dynamoTranscriptionRepository(world.table, Limits.parse({}));
const payments = () => dynamoPaymentRepository(world.table);
const aPayment = (fields: object) => Payment.parse({ id: 'pi_a', version: 1, ...fields });
const credit = { organizationId: 'org_a', priceId: 'price_a', paidCents: 100, microUsd: 1_000_000 };

/** The `ttl` of all items with this sort key. */
const ttlsOf = async (sortKey: RegExp): Promise<unknown[]> =>
  (await items()).filter((item) => sortKey.test(String(item['sk']))).map((item) => item['ttl']);

const signIn = () => {
  const state = 's';
  const nonce = 'n';
  const verifier = 'v';
  const flow = { state, nonce, verifier, returnTo: '/', startedAt: start.toISOString() };
  const cookies = [flowToCookie(flow, 'secret').split(';')[0] ?? ''];
  const userOf = async () => Promise.reject(new Error('The provider is down.'));
  const deps = { table: world.table, provider: { userOf }, origin: 'https://console.example' };
  return finishSignIn(
    { ...deps, secret: async () => 'secret', now },
    { cookies, userAgent: '', path: '/callback', query: 'state=s' },
  );
};

const session = async (): Promise<string> => startSession(world.table, user, { now: start });
const permit = () =>
  acquirePermits(
    { table: world.table, now, random: () => 0, newOwner: () => 'o' },
    { key: { pk: `${tenant}/in-flight`, sk: 'split' }, kinds: [{ kind: 'at', count: 1 }] },
    2 * minuteMs,
  );

const aRequest = {
  tenant,
  id: 'r',
  keyId: 'k',
  route: 'POST /v1/files',
  status: 409,
  errorType: null,
  location: null,
  clientRequestId: null,
  at: start.toISOString(),
  durationMs: 1,
} as const;

const cut = { chunks: 1, start: { ms: 0, sound: 0 }, end: { ms: 1, sound: 0 } };

test.each<[string, RegExp, () => Promise<unknown>, number | undefined]>([
  ['an upload, seven days after its grant', /^upload$/, () => putUpload(world.table, anUpload()), 7 * dayMs],
  [
    'a job, thirty days after its text',
    /^job$/,
    async () => {
      await putUpload(world.table, anUpload());
      await store().create(aTranscription({ expiresAt: later(start, 5 * dayMs).toISOString() }), start);
    },
    35 * dayMs,
  ],
  [
    'the starts of a chunk, after two days',
    /^chunk\//,
    () => store().noteChunkStart({ tenant, id: 'ofq_a', attempt: 1, index: 0 }, start),
    2 * dayMs,
  ],
  [
    'the plan of a job, after two days',
    /^plan\//,
    () => store().recordPlan({ tenant, id: 'ofq_a', attempt: 1 }, { header: '', slices: [] }, start),
    2 * dayMs,
  ],
  [
    'the cut of a part, after two days',
    /^1\/0000$/,
    () => store().recordCut({ tenant, id: 'ofq_a', attempt: 1, part: 0 }, cut, start),
    2 * dayMs,
  ],
  [
    'the recognized chunks of a part, after two days',
    /^1\/0000$/,
    () => store().markChunkDone({ tenant, id: 'ofq_a', attempt: 1, index: 0 }, { spanMs: 1, now: start }),
    2 * dayMs,
  ],
  [
    'a file, a day after it expires',
    /^file$/,
    async () => {
      await putUpload(world.table, anUpload());
      const { contentType, fingerprint, createdAt } = anUpload();
      const bytes = {
        uploadId: 'upl_a',
        eTag: '"e"',
        bytes: 5,
        name: null,
        contentType,
        clientReferenceId: null,
      };
      const expiresAt = later(start, dayMs).toISOString();
      await registerFile(
        world.table,
        { tenant, id: 'file_a', fingerprint, createdAt, expiresAt, metadata: {}, ...bytes },
        start,
      );
    },
    2 * dayMs,
  ],
  ['an event, after thirty days', /^event$/, () => world.happen(), 30 * dayMs],
  [
    'a delivery, thirty days after its event',
    /^dlv_/,
    async () => {
      await world.register();
      await world.happen();
      await world.pass(minuteMs);
    },
    30 * dayMs,
  ],
  ['a used sign-in attempt, when its cookie is no longer valid', /^sign-in$/, signIn, 10 * minuteMs],
  ['a session, after twelve hours without use', /^session$/, session, 12 * hourMs],
  [
    'a used session, twelve hours after its use',
    /^session$/,
    async () => findSession(world.table, await session(), later(start, hourMs)),
    13 * hourMs,
  ],
  ['an ended session, at once', /^session$/, async () => endSession(world.table, await session(), start), 0],
  [
    'a deleted webhook, at once',
    /^whk_/,
    async () => {
      const { id } = await world.register();
      await world.remove(id);
    },
    0,
  ],
  [
    'a refund without a payment, after thirty days',
    /^payment$/,
    () =>
      payments().save(
        aPayment({ refunds: { re_a: { cents: 5, isReversed: false, reportedAt: 0 } } }),
        [],
        start,
      ),
    30 * dayMs,
  ],
  [
    'a payment, never, though its refund was reported first',
    /^payment$/,
    async () => {
      await payments().save(
        aPayment({ refunds: { re_a: { cents: 5, isReversed: false, reportedAt: 0 } } }),
        [],
        start,
      );
      await payments().save(
        aPayment({ refunds: { re_a: { cents: 5, isReversed: false, reportedAt: 0 } }, credit, version: 2 }),
        [],
        start,
      );
    },
    undefined,
  ],
  [
    'the test quota of a day, after thirty days',
    /^2026-11-20$/,
    () => world.table.update(takeTestQuota('prj_a.test', { limitMs: 1 }, { audioMs: 1, now: start })),
    30 * dayMs,
  ],
  ['the permits of a project, a day after the last expires', /^split$/, permit, dayMs + 2 * minuteMs],
  [
    'extended permits, a day after the last expires',
    /^split$/,
    async () => {
      const acquisition = await permit();
      if (acquisition.taken) await acquisition.permits.extend(3 * minuteMs);
    },
    dayMs + 3 * minuteMs,
  ],
  ['a recorded request, after seven days', /^request$/, () => putRequest(world.table, aRequest), 7 * dayMs],
])('DynamoDB may delete %s', async (_, sortKey, write, afterMs) => {
  await write();
  const ttl = afterMs === undefined ? undefined : later(start, afterMs).getTime() / 1_000;
  expect(await ttlsOf(sortKey)).toEqual([ttl]);
});
