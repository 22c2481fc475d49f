import type { User } from '#lib/auth/sessions.ts';
import type { Table } from '#lib/aws/table.ts';
import { assertSameBody } from '#lib/idempotency.ts';
import type { Membership } from './organization.ts';
import { putOrganization } from './store.ts';
import { type NewOrganization, type OrganizationView, viewOrganization } from './views.ts';

export type CreateOrganizationDeps = {
  readonly table: Pick<Table, 'transact'>;
  readonly now: () => Date;
  readonly newId: () => string;
};

/** Founds an organization that the user owns. A replay under the same Idempotency-Key is the same one. */
export const createOrganization = async (
  deps: CreateOrganizationDeps,
  user: User,
  input: { readonly body: NewOrganization; readonly bodyFingerprint: string },
): Promise<{ readonly answer: OrganizationView; readonly replayed: boolean }> => {
  const membership: Membership = {
    id: deps.newId(),
    userId: user.id,
    role: 'owner',
    name: input.body.name,
    createdAt: deps.now().toISOString(),
    fingerprint: input.bodyFingerprint,
  };
  const existing = await putOrganization(deps.table, membership);
  if (existing) assertSameBody(existing.fingerprint, membership.fingerprint);
  return { answer: viewOrganization(existing ?? membership), replayed: existing !== undefined };
};
