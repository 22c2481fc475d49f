import { expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { describeCapabilities } from '#lib/domain/about/capabilities.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { quotasOf } from '#lib/platform/limits/quotas.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { aWebhookWorld } from '../../../support/webhook-world.ts';

const world = await aWebhookWorld();

const limits = Limits.parse({
  unfinishedJobsPerProject: 7,
  unfinishedJobsPerOrganization: 9,
  projectsPerOrganization: 4,
  webhooksPerProject: 3,
  webhooksPerOrganization: 5,
});
const organizationId = 'org_a';
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };
const used = async (tenant: Tenant) =>
  (await quotasOf(world.table, { tenant, organizationId }, limits)).map((quota) => quota.used);

test('the quotas show the use of each limit, by the project in its mode and by the organization', async () => {
  const { table } = world;
  expect(await used('prj_a.live')).toEqual([0, 0, 0, 0, 0]);
  const deps = { table, now: () => new Date(), newId: () => randomId('prj'), limits };
  const { id } = (
    await createProject(deps, { organizationId }, { user, body: { name: 'p' }, bodyFingerprint: 'p' })
  ).value;
  const live = tenantOf(id, 'live');
  const inTest = tenantOf(id, 'test');
  const store = dynamoTranscriptionRepository(table, limits);
  const queue = async (tenant: Tenant) => {
    const fields = { uploadId: null, audioUrl: 'https://a.example/a.mp3', organizationId, tenant };
    const job = aTranscription({ id: randomId('ofq'), ...fields });
    expect(await store.create(job, new Date())).toEqual({ kind: 'created' });
    return job;
  };
  const [first] = [await queue(live), await queue(live), await queue(inTest)];
  await world.register(undefined, {}, live);
  await world.register(undefined, {}, inTest);
  expect(await quotasOf(table, { tenant: live, organizationId }, limits)).toEqual([
    { limit: 'unfinished_jobs_per_project_max', used: 2, max: 7 },
    { limit: 'unfinished_jobs_per_organization_max', used: 3, max: 9 },
    { limit: 'projects_per_organization_max', used: 1, max: 4 },
    { limit: 'webhooks_per_project_max', used: 1, max: 3 },
    { limit: 'webhooks_per_organization_max', used: 2, max: 5 },
  ]);
  await store.leaveQueue(first);
  expect(await used(live)).toEqual([1, 2, 1, 1, 2]);
  expect(await used(inTest)).toEqual([1, 2, 1, 1, 2]);
});

test('a limit has the same name and value in the quotas and in the capabilities', async () => {
  const { limits: published } = describeCapabilities(
    {},
    { speech: offerOf(['moonshine-tiny']), translator: 'none', retentionDays: 30, limits, realtime: true },
  );
  for (const { limit, max } of await quotasOf(world.table, { tenant: 'prj_a.live', organizationId }, limits))
    expect(published[limit]).toBe(max);
});
