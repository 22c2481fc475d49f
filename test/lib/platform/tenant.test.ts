import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { modeOf, modes, projectOf, splitTenantPath, Tenant, tenantOf } from '#lib/platform/tenant.ts';

test('a tenant contains its project and its mode, and no two share a name', () => {
  fc.assert(
    fc.property(fc.constantFrom(...modes), fc.string({ minLength: 1 }), (mode, rest) => {
      const projectId = randomId('prj');
      const tenant = tenantOf(projectId, mode);
      expect([projectOf(tenant), modeOf(tenant)]).toEqual([projectId, mode]);
      expect(splitTenantPath(`${tenant}/${rest}`)).toEqual({ tenant, rest });
    }),
  );
  expect(tenantOf('prj_a', 'live')).not.toBe(tenantOf('prj_a', 'test'));
});

test.each(['prj_a', 'prj_a.', 'prj_a.Live', 'prj_a.live/x', '.live.'])('%j is not a tenant', (text) => {
  expect(Tenant.safeParse(text).success).toBe(false);
});
