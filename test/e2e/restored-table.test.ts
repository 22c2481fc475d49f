import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenantOf } from '#lib/platform/tenant.ts';
import { productsContext } from '#local/products.ts';
import { asPage, aVisitor, type Visitor } from '../support/console.ts';
import { copyTable } from '../support/copy-table.ts';
import { newKiller } from '../support/killer.ts';
import { client, noSpeech, roomy, type Service, startService } from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';
import { recording as recordingOf } from '../support/speech.ts';
import { pack, session, signed } from '../support/stripe-events.ts';
import { until } from '../support/until.ts';
import { before, workers } from './kill-points.ts';
import { testFolder } from '../support/test-folder.ts';

const table = 'EarshotData-Restored';
const context = { ...productsContext({}), ...roomy };
const dataDir = testFolder();
// Only four seconds, because five jobs recognize it.
const recording = () => new Blob([readFileSync(recordingOf('en-fleurs-004.ogg'))]);

type Owner = { readonly organizationId: string; readonly projectId: string; readonly key: string };
let service: Service;
let ada: Visitor;

const keyOf = async (projectId: string, name: string) =>
  (await ada.ask('POST', `/projects/${projectId}/api-keys`, { name, mode: 'live' })).body;
const anOwner = async (): Promise<Owner & { readonly keyId: string }> => {
  const owner = await ada.newProject();
  const { secret, id } = await keyOf(owner.projectId, 'key');
  return { ...owner, key: secret, keyId: id };
};
const as = ({ key }: Pick<Owner, 'key'>) => client(service.stack.baseUrl, key);
const queue = async (owner: Owner): Promise<string> => {
  const upload_id = await as(owner).upload(recording(), 'audio/ogg');
  return (await as(owner).call('POST', '/v1/transcriptions', { body: { upload_id } })).body.id;
};

/** Requests of the console after the restart. The address may differ, and the session is in the table. */
const asAda = async (path: string) =>
  (
    await client(service.stack.baseUrl, undefined).call('GET', `/api/platform/v1${path}`, {
      headers: asPage(ada.cookie),
    })
  ).body;

/** Sends Stripe's event about a payment of the organization. */
const payBy = async (paymentIntent: string, { organizationId }: Owner): Promise<number> => {
  const { products } = await asAda(`/organizations/${organizationId}/billing`);
  const product = { ...pack, priceId: products[0].price_id };
  const fields = { amount_subtotal: null, payment_intent: paymentIntent };
  const { payload: body, header } = signed(session({ organizationId, product }, fields), 'whsec_laptop');
  const { call } = client(service.stack.baseUrl, undefined);
  const headers = { 'stripe-signature': header };
  return (await call('POST', '/api/platform/v1/billing/events', { body, headers })).status;
};

const chargesOf = async ({ projectId }: Owner): Promise<readonly string[]> =>
  (await operatorOf(service.stack).items()).flatMap(({ pk, transcriptionId }) =>
    pk === `${projectId}.live/ledger` ? [String(transcriptionId)] : [],
  );

/**
 * Runs a day of events. The table is later restored to the middle of that day. `statuses` are the statuses that customers and
 * Stripe got.
 */
const liveThrough = async () => {
  const killer = newKiller();
  service = await startService({ dataDir, context, onCall: killer.onCall });
  ada = await aVisitor(service);
  const owners = { done: await anOwner(), inFlight: await anOwner(), endedLater: await anOwner() };
  const { done, inFlight, endedLater } = owners;
  const endOf = async (owner: Owner, id: string): Promise<string> => (await as(owner).ended(id)).status;
  const paidBefore = await payBy('pi_before', done);
  const doneJob = await queue(done);
  const doneStatus = await endOf(done, doneJob);

  // One worker dies before it charges its job, and the other one before it begins.
  const finishing = [before(workers.finish, 'TransactWriteItems')];
  const splitting = [before(workers.split, 'UpdateItem')];
  killer.add({ ...inFlight, moments: finishing });
  killer.add({ ...endedLater, moments: splitting });
  const inFlightJob = await queue(inFlight);
  const endedLaterJob = await queue(endedLater);
  const areDead = async () => (finishing.length + splitting.length === 0 ? true : undefined);
  await until('both workers to die', areDead);
  await copyTable(service.stack, table);

  await operatorOf(service.stack).sweepNow(new Set([endedLaterJob]));
  const laterStatus = await endOf(endedLater, endedLaterJob);
  const createdLater = (await as(done).transcribe(recording(), 'audio/ogg')).id;
  const laterKey = (await keyOf(done.projectId, 'later')).secret;
  const paidLater = await payBy('pi_after', done);
  const jobs = { done: doneJob, inFlight: inFlightJob, endedLater: endedLaterJob, createdLater };
  return { owners, jobs, laterKey, statuses: [paidBefore, doneStatus, laterStatus, paidLater] };
};

describe.skipIf(noSpeech)('a table restored to a moment and adopted by the setting', () => {
  let past: Awaited<ReturnType<typeof liveThrough>>;

  beforeAll(async () => {
    past = await liveThrough();
    await service.stop();
    service = await startService({ dataDir, context: { ...context, table } });
    await operatorOf(service.stack).purgeQueues();
  }, 280_000);
  afterAll(async () => {
    await service.stop();
  });

  test('keys, people and finished jobs are there, and what came later is not', async () => {
    const { owners, jobs, laterKey } = past;
    expect(past.statuses).toEqual([200, 'completed', 'completed', 200]);
    const { call } = as(owners.done);
    const { body: job } = await call('GET', `/v1/transcriptions/${jobs.done}`);
    expect(job).toMatchObject({ status: 'completed', transcript: expect.stringMatching(/dinosaurs/) });
    const { body: list } = await call('GET', '/v1/transcriptions');
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([jobs.done]);
    expect((await call('GET', `/v1/transcriptions/${jobs.createdLater}`)).status).toBe(404);
    expect((await as({ key: laterKey }).call('GET', '/v1/transcriptions')).status).toBe(401);
    expect((await asAda(`/organizations/${owners.done.organizationId}/billing`)).entries.data).toHaveLength(
      1,
    );
  });

  test('a job that was in work at that moment ends once and is charged once', async () => {
    const { owners, jobs } = past;
    await operatorOf(service.stack).sweepNow(new Set([jobs.inFlight]));
    expect(await as(owners.inFlight).ended(jobs.inFlight)).toMatchObject({ status: 'completed' });
    expect(await chargesOf(owners.inFlight)).toEqual([jobs.inFlight]);
  });

  test('a job that ended after that moment, so that its audio is gone, fails and is not charged', async () => {
    const { owners, jobs } = past;
    await operatorOf(service.stack).sweepNow(new Set([jobs.endedLater]));
    expect(await as(owners.endedLater).ended(jobs.endedLater)).toMatchObject({
      status: 'failed',
      error: { type: 'audio_unreadable' },
    });
    expect(await chargesOf(owners.endedLater)).toEqual([]);
  });

  test('a payment made after that moment is credited once, however often Stripe sends it again', async () => {
    const { owners } = past;
    for (const payment of ['pi_after', 'pi_before', 'pi_after'])
      expect(await payBy(payment, owners.done)).toBe(200);
    const { entries } = await asAda(`/organizations/${owners.done.organizationId}/billing`);
    expect(entries.data.map(({ kind }: { kind: string }) => kind)).toEqual(['credit', 'credit']);
  });

  test('new jobs work, and the audit of the books finds no difference', async () => {
    const { owners } = past;
    const job = await as(owners.done).transcribe(recording(), 'audio/ogg');
    expect(job).toMatchObject({ status: 'completed' });
    const ref = { tenant: tenantOf(owners.done.projectId, 'live'), id: job.id };
    expect(await operatorOf(service.stack).job(ref)).toMatchObject({ status: 'completed' });
    expect(await service.stack.invoke('BooksAudit', {})).toEqual({
      organizations: 3,
      projects: 3,
      differing: 0,
    });
  });
});
