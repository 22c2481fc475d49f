import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { assertSameBody, type Created } from '#lib/platform/idempotency.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { limitReached } from '#lib/platform/limits/no-place-left.ts';
import type { Membership } from './organization.ts';
import { putOrganization } from './organization-repository.ts';
import { type NewOrganization, type OrganizationView, viewOrganization } from './views.ts';

export type CreateOrganizationDeps = {
  readonly table: Pick<Table, 'transact'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly limits: Pick<Limits, 'organizationsPerPerson'>;
};

const tooMany = (max: number) =>
  limitReached(
    { limit: 'organizations_per_person_max', max },
    `You have created ${max} organizations, the maximum per person. Ask the operator of this service for more.`,
  );

/** Creates an organization owned by the user. A replay under the same Idempotency-Key returns the same one. */
export const createOrganization = async (
  deps: CreateOrganizationDeps,
  user: User,
  input: { readonly body: NewOrganization; readonly bodyFingerprint: string },
): Promise<Created<OrganizationView>> => {
  const membership: Membership = {
    id: deps.newId(),
    userId: user.id,
    role: 'owner',
    name: input.body.name,
    createdAt: deps.now().toISOString(),
    fingerprint: input.bodyFingerprint,
  };
  const { organizationsPerPerson: max } = deps.limits;
  const outcome = await putOrganization(deps.table, membership, max);
  if (outcome.kind === 'full') throw tooMany(max);
  if (outcome.kind === 'put') return { value: viewOrganization(membership), replayed: false };
  assertSameBody(outcome.existing.fingerprint, membership.fingerprint);
  return { value: viewOrganization(outcome.existing), replayed: true };
};
