/** Counts the AWS calls and the DynamoDB capacity of each operation. node bench/aws-calls.ts */
import { createHash } from 'node:crypto';
import { formatKey, generateKey } from '#lib/domain/auth/api-key.ts';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { countedSession } from '#lib/domain/auth/counted-session.ts';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { randomId } from '#lib/platform/ids.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import { creditsKey } from '#lib/domain/billing/keys.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import { callsOf } from '../test/support/count-calls.ts';
import { startCountedTable } from '../test/support/table.ts';
import { aWorld, caller } from '../test/support/protocol-world.ts';
import { aWebhookWorld } from '../test/support/webhook-world.ts';
import { print } from './support/figure.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';

const counted = await startCountedTable();
const world = await aWorld({}, counted);
const chunks = world.script.chunks;

const report = async (
  operation: string,
  work: () => Promise<unknown>,
  calls = counted.calls,
): Promise<void> => {
  const { counts, readUnits, writeUnits } = await callsOf(calls, work);
  print({ figure: `AWS calls of ${operation}`, value: counts, unit: 'calls' });
  print({ figure: `DynamoDB capacity of ${operation}`, value: { readUnits, writeUnits }, unit: 'units' });
};

const key = await createApiKey(
  { table: world.table, now: world.deps.now },
  { projectId: 'prj_a', mode: 'live' },
);
const authenticate = authenticator(world.table, 60);
const unknownKey = formatKey(generateKey('live'));
await report('authenticating the first call of a key', () => authenticate(`Bearer ${key}`));
await report('authenticating any other call', () => authenticate(`Bearer ${key}`));
await report('refusing an unknown key', () => authenticate(`Bearer ${unknownKey}`).catch(() => {}));
const person = { id: randomId('usr'), email: 'ada@example.com', name: 'Ada' };
const session = await startSession(world.table, person, { now: new Date() });
const consoleLimit = 240;
const authenticateSession = countedSession(world.table, consoleLimit);
for (let request = 1; request < consoleLimit; request += 1) await authenticateSession(session);
await report(`authenticating the ${consoleLimit}th console request of a user in a minute`, () =>
  authenticateSession(session),
);
let id = '';
await report('an upload grant', async () => {
  id = await world.upload();
});
await world.arrive(id);
const object = {
  key: `uploads/prj_a.live/${id}`,
  size: 5,
  eTag: createHash('md5').update('bytes').digest('hex'),
};
const event = { eventTime: world.clock.now.toISOString(), s3: { object } };
await report('the S3 event', () => receiveUpload(world, event));
let job: JobRef = { tenant: 'prj_a.live', id: '' };
await report('a create', async () => {
  job = await world.queue({ upload_id: id });
});
await report('a poll of a running job', () => world.view(job));
await report('a long poll of one second', () => world.view(job, { wait: 1 }));
await report(`the workers of a job of ${chunks} chunks`, () => world.run());
await report('a poll of a completed job', () => world.view(job));

const organizationId = 'org_prepaid';
const set = 'ADD unheldMicroUsd :credit';
await world.table.update({ key: creditsKey(organizationId), set, values: { ':credit': 1_000_000 } });
id = await world.upload();
await world.arrive(id);
await receiveUpload(world, { ...event, s3: { object: { ...object, key: `uploads/prj_a.live/${id}` } } });
const hold = holdFor({
  prepaid: true,
  findUpload: (tenant, uploadId) => findUpload(world.table, { tenant, id: uploadId }),
  recordUpload: world.deps.recordUpload,
  findFile: async () => undefined,
});
await report('a create with prepayment', async () => {
  job = await world.queue({ upload_id: id }, { holdFor: hold }, { ...caller, organizationId });
});
await report(`the workers of a job of ${chunks} chunks with prepayment`, () => world.run());

const countedHooks = await startCountedTable();
const hooks = await aWebhookWorld(undefined, undefined, countedHooks);
const queueEvent = async (): Promise<void> => {
  hooks.mail.push({ ...hooks.anEvent(await hooks.happen({ silently: true })), at: 0, receives: 0 });
};
/** Processes queued messages, including those that processing adds. */
const deliverAll = async (): Promise<void> => {
  for (let mail = hooks.mail.shift(); mail; mail = hooks.mail.shift()) await hooks.deliver(mail.message);
};
await queueEvent();
await report('delivering an event without webhooks', deliverAll, countedHooks.calls);
await hooks.register();
await queueEvent();
await report('delivering an event to one webhook', deliverAll, countedHooks.calls);
await hooks.register();
await queueEvent();
await report('delivering an event to two webhooks', deliverAll, countedHooks.calls);
// Exits explicitly, because the engine of the table is still running.
process.exit();
