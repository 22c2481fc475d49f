import { expect, test } from 'vitest';
import { hashOf, routeOf } from '../../console/route.ts';

test('every address that the page links to leads to its page', () => {
  expect(routeOf('')).toEqual({ page: 'home' });
  expect(routeOf(hashOf.organizations)).toEqual({ page: 'organizations' });
  expect(routeOf(hashOf.billing('org_1'))).toEqual({ page: 'billing', organizationId: 'org_1' });
  expect(routeOf(hashOf.project('prj_1', 'usage'))).toEqual({ page: 'usage', projectId: 'prj_1' });
  expect(routeOf(hashOf.job('prj_1', 'ofq_1'))).toEqual({ page: 'job', projectId: 'prj_1', id: 'ofq_1' });
  expect(routeOf(hashOf.webhook('prj_1', 'whk_1'))).toEqual({
    page: 'webhook',
    projectId: 'prj_1',
    id: 'whk_1',
  });
});

test.each([
  '#/nowhere',
  '#/projects',
  '#/projects/prj_1',
  '#/projects/prj_1/constructor',
  '#/projects/a/jobs/b/c',
])('the address %s leads to a page that says there is nothing', (hash) => {
  expect(routeOf(hash)).toEqual({ page: 'unknown' });
});
