import { afterEach, expect, test, vi } from 'vitest';
import { findProject } from '../../../console/docs/find-project.ts';

afterEach(() => vi.restoreAllMocks());

test('the documentation offers a new key only in a project in which its reader may create keys', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const path = typeof input === 'string' ? input : '';
    const organizations = [
      { id: 'org_read', rights: ['belong', 'read'] },
      { id: 'org_empty', rights: ['belong', 'read', 'build'] },
      { id: 'org_build', rights: ['belong', 'read', 'build'] },
    ];
    if (path.endsWith('/organizations')) return Response.json({ data: organizations, next_cursor: null });
    if (path.endsWith('/session')) return Response.json({ user: { id: 'usr_a' } });
    const owner = /organizations\/(\w+)\//.exec(path)?.[1];
    const data = owner === 'org_empty' ? [] : [{ id: `prj_of_${owner}` }];
    return Response.json({ data, next_cursor: null });
  });
  expect(await findProject()).toEqual({ id: 'prj_of_org_build' });
});
