import { expect, test } from 'vitest';
import { creationAttributes, listAttributes } from '#cdk/constructs/partitions.ts';
import type { Change, Item, Table } from '#lib/platform/aws/table.ts';
import { RegisteredFile } from '#lib/domain/files/file.ts';
import { RealtimeSession } from '#lib/domain/realtime/session.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { markUploaded } from '#lib/domain/uploads/upload-repository.ts';
import { Upload } from '#lib/domain/uploads/upload.ts';
import * as deliveries from '#lib/domain/webhooks/delivery-repository.ts';
import { Delivery, newDelivery } from '#lib/domain/webhooks/delivery.ts';
import { removeFromDueIndex, rescheduleSweep } from '#lib/platform/due-index/due-index.ts';
import { Webhook } from '#lib/domain/webhooks/webhook.ts';
import { disableWebhook, recordFailure, recordSuccess } from '#lib/domain/webhooks/webhook-repository.ts';
import { WebhookEvent } from '#lib/domain/webhooks/event.ts';
import { dynamoDbContext } from '#local/aws-endpoint/dynamodb-context.ts';
import { aTranscription } from '../support/transcription.ts';
import { Limits } from '#lib/platform/limits/limits.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const at = now.toISOString();
const job = aTranscription({ status: 'processing', attempt: 1, audioMs: 60_000, organizationId: 'org_a' });
const owner = { tenant: 'prj_a.live' } as const;
const endpoint: Webhook = {
  ...owner,
  id: 'whk_a',
  url: 'https://a.example',
  events: [],
  description: '',
  status: 'enabled' as const,
  disabledReason: null,
  createdAt: at,
  secrets: [],
  rotations: 0,
  fingerprint: 'x',
  failingSince: at,
};
const event: WebhookEvent = {
  ...owner,
  id: 'evt_a',
  type: 'transcription.completed' as const,
  createdAt: at,
  payload: '{}',
  requestId: 'r',
};
const delivery: Delivery = { ...newDelivery(event, endpoint), claimedUntil: at };

/** A table that answers every read with `item` and records every change. */
const recordingTable = (item: Item) => {
  const changes: Change[] = [];
  const table: Table = {
    get: async () => item,
    putNew: async () => ({ done: true, item }),
    update: async (change) => {
      changes.push(change);
      return { done: true, item };
    },
    transact: async (writes) => {
      changes.push(...writes.flatMap((write) => ('update' in write ? [write.update] : [])));
      return { done: true };
    },
    query: async () => ({ items: [], last: undefined }),
  };
  return { table, changes };
};

const attributesOf = ({ key, set, where = '', names = {} }: Change) =>
  dynamoDbContext(
    [
      {
        Key: { pk: { S: key.pk }, sk: { S: key.sk } },
        UpdateExpression: set,
        ConditionExpression: where,
        ExpressionAttributeNames: names,
      },
    ],
    'pk',
  )['dynamodb:Attributes'] ?? [];

const changesOfJobs = async (): Promise<Change[]> => {
  const progress = { part: 0, doneChunks: new Set([0]), processedMs: 1, progressAt: at };
  const { table, changes } = recordingTable({ ...job, ...progress });
  const store = dynamoTranscriptionRepository(table, Limits.parse({}));
  await store.claim(job, now, 'fetch');
  await store.claim(job, now);
  await store.renewLease(job, now);
  await store.markFetched(job, { key: 'x', eTag: 'x' }, now);
  await store.markSplit(job, { chunkCount: 1, audioMs: 1, channels: 1, now });
  await store.markChunkDone({ ...job, index: 0 }, { spanMs: 1, now });
  await store.markPartDone({ ...job, part: 0 }, now);
  await store.noteProgress(job, now);
  await store.complete(job, { now, detectedLanguage: 'en', billedMicroUsd: 1 });
  await store.fail(job, { type: 'internal_error', message: '', retryable: true, details: {} }, now);
  await store.leaveQueue(job);
  await store.noteChunkStart({ ...job, index: 0 }, now);
  await store.markCleaned(job, { now, nextSweepAt: now, keepsSource: true });
  await store.markCleaned({ ...job, deletedAt: at }, { now, nextSweepAt: null, keepsSource: false });
  await store.rescheduleSweep({ ref: job, dueAt: at }, now);
  return changes;
};

const changesOfWebhooks = async (): Promise<Change[]> => {
  const sent = recordingTable({ ...delivery });
  const receiver = recordingTable({ ...endpoint });
  await deliveries.claimDelivery(sent.table, delivery, now);
  await deliveries.settleDelivery(sent.table, delivery, { settlement: { kind: 'delivered' }, now });
  await deliveries.settleDelivery(sent.table, delivery, { settlement: { kind: 'retry', at: now }, now });
  await deliveries.holdDelivery(sent.table, delivery);
  await deliveries.restartDelivery(sent.table, delivery, { now, dueAt: now });
  const due = { key: { pk: 'prj_a.live/evt_a', sk: 'event' }, dueAt: at };
  await rescheduleSweep(sent.table, due, now);
  await removeFromDueIndex(sent.table, due);
  await disableWebhook(receiver.table, endpoint, { reason: 'failing', seen: endpoint });
  await recordFailure(receiver.table, endpoint, { since: at, now });
  await recordSuccess(receiver.table, endpoint);
  return [...sent.changes, ...receiver.changes];
};

test('no update of a worker names an attribute that its policy denies', async () => {
  const { table, changes } = recordingTable({});
  await markUploaded(table, { ...owner, id: 'upl_a' }, { eTag: 'x', bytes: 1, at: now });
  const all = [...changes, ...(await changesOfJobs()), ...(await changesOfWebhooks())];
  expect(all.length).toBeGreaterThan(20);
  const refused: readonly string[] = [...creationAttributes, ...listAttributes];
  for (const change of all) expect(attributesOf(change).filter((name) => refused.includes(name))).toEqual([]);
});

test.each([
  ['a job', Transcription],
  ['an upload', Upload],
  ['a file', RegisteredFile],
  ['a realtime session', RealtimeSession],
  ['a webhook', Webhook],
  ['an event', WebhookEvent],
  ['a delivery', Delivery],
])('%s does not parse without the attributes that only creation writes', (_, schema) => {
  const missing = schema.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? [];
  expect(missing.filter((name) => creationAttributes.some((one) => one === name)).length).toBeGreaterThan(0);
});

test.each([
  ['a job', Transcription],
  ['an upload', Upload],
  ['a file', RegisteredFile],
  ['a realtime session', RealtimeSession],
  ['a webhook', Webhook],
])(
  '%s does not parse without a fingerprint, with which no worker may put an item but the one that creates jobs',
  (_, schema) => {
    const issues = schema.safeParse({}).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0])).toContain('fingerprint');
  },
);
