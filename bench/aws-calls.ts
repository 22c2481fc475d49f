/** G10, G11: AWS calls and DynamoDB capacity of each operation, exact. node bench/aws-calls.ts */
import { createHash } from 'node:crypto';
import { authenticator } from '#lib/auth/authenticate.ts';
import { createApiKey } from '#lib/auth/create-api-key.ts';
import { receiveUpload } from '#lib/uploads/receive-upload.ts';
import { aWorld } from '../test/support/protocol-world.ts';
import { aWebhookWorld } from '../test/support/webhook-world.ts';
import { print } from './figure.ts';
import type { JobRef } from '#lib/transcriptions/transcription.ts';

const world = await aWorld();
const chunks = world.script.chunks;

const report = async (
  operation: string,
  work: () => Promise<unknown>,
  { callsOf }: Pick<typeof world, 'callsOf'> = world,
): Promise<void> => {
  const { counts, readUnits, writeUnits } = await callsOf(work);
  print({ figure: `AWS calls of ${operation}`, value: counts, unit: 'calls' });
  print({ figure: `DynamoDB capacity of ${operation}`, value: { readUnits, writeUnits }, unit: 'units' });
};

const key = await createApiKey(
  { table: world.table, now: world.deps.now },
  { projectId: 'prj_a', mode: 'live' },
);
await report('authenticating any call', () => authenticator(world.table)(`Bearer ${key}`));
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
await report('the S3 event', () => receiveUpload({ table: world.table }, event));
let job: JobRef = { tenant: 'prj_a.live', id: '' };
await report('a create', async () => {
  job = await world.queue({ upload_id: id });
});
await report('a poll while it runs', () => world.view(job));
await report('a poll that waits for a second', () => world.view(job, { wait: 1 }));
await report(`the workers of a job of ${chunks} chunks`, () => world.run());
await report('a poll of a completed job', () => world.view(job));
world.stop();

const hooks = await aWebhookWorld();
const tell = async (): Promise<void> => {
  hooks.mail.push({ ...hooks.anEvent(await hooks.happen({ silently: true })), at: 0, receives: 0 });
};
/** Works off what was sent, and all that follows from it at once. */
const deliverAll = async (): Promise<void> => {
  for (let mail = hooks.mail.shift(); mail; mail = hooks.mail.shift()) await hooks.deliver(mail.message);
};
await tell();
await report('telling nobody of an event', deliverAll, hooks);
await hooks.register();
await tell();
await report('delivering an event to one webhook', deliverAll, hooks);
await hooks.register();
await tell();
await report('delivering an event to two webhooks', deliverAll, hooks);
hooks.stop();
