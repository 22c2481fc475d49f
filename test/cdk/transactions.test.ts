import { Limits } from '#lib/platform/limits/limits.ts';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { dynamoEndings } from '#lib/domain/realtime/endings.dynamodb.ts';
import { dynamoRunners } from '#lib/domain/realtime/runner.dynamodb.ts';
import {
  dynamoJobs,
  dynamoTranscriptionRepository,
} from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { type Item, openTable, type Table, type Write } from '#lib/platform/aws/table.ts';
import { isAllowed, parsePolicy } from '#local/access/policy.ts';
import { dynamoDbGrants } from '#local/aws-endpoint/required-grants.ts';
import { localPlace as place } from '../support/local-place.ts';
import { aSession } from '../support/realtime.ts';
import { fileOf, synthesize } from '../support/templates.ts';
import { aTranscription } from '../support/transcription.ts';
import { aCommit, aFinal } from '../lib/domain/realtime/session-scenes.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const templates = synthesize({ prepaid: true });

const ofRole = z.array(
  z.object({ PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Action: z.unknown() })) }) }),
);

/** The policy of a function about the table. */
const policyOf = (file: string) => {
  const fn = templates.ofType('AWS::Lambda::Function').find((one) => fileOf(one) === file);
  const role = templates.target(fn?.Properties['Role']);
  const statements = ofRole
    .parse(role.Properties['Policies'])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().every((action) => String(action).startsWith('dynamodb:')));
  return parsePolicy({ Statement: statements.map((statement) => ({ ...statement, Resource: '*' })) });
};

/** What of a transaction's rights the policy of a function lacks. */
const missing = async (file: string, writes: readonly Write[]): Promise<readonly string[]> => {
  const sent: unknown[] = [];
  const client = new DynamoDBClient({ region: place.region });
  client.middlewareStack.add(
    () =>
      async ({ input }) => {
        sent.push(input);
        return { response: {}, output: { $metadata: {} } };
      },
    { step: 'initialize' },
  );
  await openTable(client, 'table').transact(writes);
  const policy = policyOf(file);
  return sent.flatMap((body) =>
    dynamoDbGrants('TransactWriteItems', body, { place, partitionKeyOf: () => 'pk' }).flatMap((grant) =>
      isAllowed(policy, grant) ? [] : `${grant.action} ${JSON.stringify(grant.context)}`,
    ),
  );
};

/** The transactions of `act`, in a table that has this item under every key. */
const transactionsOf = async (item: Item, act: (table: Table) => Promise<unknown>) => {
  const transactions: (readonly Write[])[] = [];
  await act({
    get: async () => item,
    putNew: async () => ({ done: true, item }),
    update: async () => ({ done: true, item }),
    query: async () => ({ items: [], last: undefined }),
    transact: async (writes) => {
      transactions.push(writes);
      return { done: true };
    },
  });
  return transactions;
};

const job = aTranscription({ status: 'processing', attempt: 1, audioMs: 60_000, organizationId: 'org_a' });
const held = { ...job, heldMicroUsd: 1_000 };
const failure = { type: 'internal_error', message: '', retryable: true, details: {} } as const;
const session = aSession({ status: 'live', endReason: 'finish', connection: 1, epoch: 1 });

const cases: Record<string, readonly [Item, string, (table: Table) => Promise<unknown>]> = {
  'the end of a job': [
    held,
    'workers/finish-job.ts',
    (table) => dynamoJobs(table).complete(held, { now, detectedLanguage: 'en', billedMicroUsd: 5 }),
  ],
  'the failure of a job': [
    held,
    'workers/split-audio.ts',
    (table) => dynamoJobs(table).fail(held, failure, now),
  ],
  'the creation of a job': [
    job,
    'api/transcriptions/create.ts',
    (table) =>
      dynamoTranscriptionRepository(table, Limits.parse({})).create(
        aTranscription({ organizationId: 'org_a' }),
        now,
      ),
  ],
  'the cancellation of a job': [
    held,
    'api/transcriptions/delete.ts',
    (table) => dynamoJobs(table).cancel(held, now),
  ],
  'the events of a session': [
    session,
    'workers/run-session.ts',
    (table) => dynamoRunners(table).commit(session, aCommit(900, aFinal(1))),
  ],
  'the gap of a session': [
    session,
    'workers/run-session.ts',
    (table) =>
      dynamoRunners(table).commit(session, { ...aCommit(0, aFinal(1)), gap: { offset: 0, endOffset: 9 } }),
  ],
  'the end of a session': [
    session,
    'workers/end-session.ts',
    (table) => dynamoEndings(table).end(session, { now, detectedLanguage: 'en', billedMicroUsd: 5 }),
  ],
};

test.each(Object.entries(cases))(
  '%s is allowed, whether AWS compares the keys and attributes of each write, of all with one action, or of the whole transaction',
  async (_, [item, file, act]) => {
    const transactions = await transactionsOf(item, act);
    expect(transactions.length).toBeGreaterThan(0);
    for (const writes of transactions) expect(await missing(file, writes)).toEqual([]);
  },
);
