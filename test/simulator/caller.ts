import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export const callerOf = (tenant: Tenant): Caller => ({ tenant, organizationId: 'org_a', keyId: 'k' });
