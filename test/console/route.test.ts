import { expect, test } from 'vitest';
import { cursorOf, hashInMode, hashOf, hashWith, routeOf, searchOf } from '../../console/route.ts';

const live = { projectId: 'prj_1', mode: 'live' } as const;
const inTest = { projectId: 'prj_1', mode: 'test' } as const;

test('every address outside a project opens its page', () => {
  expect(routeOf('')).toEqual({ page: 'home' });
  expect(routeOf(hashOf.organizations)).toEqual({ page: 'organizations' });
  for (const page of ['billing', 'members', 'settings', 'audit'] as const)
    expect(routeOf(hashOf.organization('org_1', page))).toEqual({ page, organizationId: 'org_1' });
  expect(routeOf(hashOf.account)).toEqual({ page: 'account' });
  expect(routeOf(hashOf.signedIn)).toEqual({ page: 'signed-in' });
  expect(routeOf('#/invitations/org_1/inv_1/secret')).toEqual({
    page: 'invitation',
    organizationId: 'org_1',
    id: 'inv_1',
    secret: 'secret',
  });
});

test.each([live, inTest])('every address of a project in $mode mode opens its page', (tenant) => {
  for (const page of ['playground', 'jobs', 'live', 'keys', 'webhooks', 'usage'] as const)
    expect(routeOf(hashOf.project(tenant, page))).toEqual({ page, ...tenant });
  const jobs = hashOf.project(tenant, 'jobs');
  expect(routeOf(hashWith(jobs, { status: 'failed', cursor: 'a/b' }))).toEqual({ page: 'jobs', ...tenant });
  expect(routeOf(hashOf.job(tenant, 'ofq_1'))).toEqual({ page: 'job', ...tenant, id: 'ofq_1' });
  expect(routeOf(hashOf.webhook(tenant, 'whk_1'))).toEqual({ page: 'webhook', ...tenant, id: 'whk_1' });
});

test('a change of what a list shows keeps the rest of its address, and removes what is undefined', () => {
  const page = '#/projects/prj_1/webhooks/whk_1';
  const second = hashWith(`${page}?status=failed`, { cursor: 'a/b' });
  expect([searchOf(second), cursorOf(second)]).toEqual(['status=failed&cursor=a%2Fb', 'a/b']);
  expect(hashWith(second, { status: '', cursor: undefined })).toBe(page);
});

test('switching the mode keeps the page, but opens the list instead of a single job or webhook', () => {
  expect(hashInMode({ page: 'usage', ...live }, 'test')).toBe(hashOf.project(inTest, 'usage'));
  expect(hashInMode({ page: 'keys', ...inTest }, 'live')).toBe(hashOf.project(live, 'keys'));
  expect(hashInMode({ page: 'job', ...live, id: 'ofq_1' }, 'test')).toBe(hashOf.project(inTest, 'jobs'));
  expect(hashInMode({ page: 'webhook', ...inTest, id: 'whk_1' }, 'live')).toBe(
    hashOf.project(live, 'webhooks'),
  );
});

test.each([
  '#/nowhere',
  '#/projects',
  '#/projects/prj_1',
  '#/projects/prj_1/constructor',
  '#/projects/a/jobs/b/c',
  '#/test',
  '#/test/organizations',
  '#/test/projects/prj_1',
  '#/test/test/projects/prj_1/usage',
])('the address %s opens the "not found" page', (hash) => {
  expect(routeOf(hash)).toEqual({ page: 'unknown' });
});
