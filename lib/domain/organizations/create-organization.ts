import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { assertSameBody, type Created, createdThenDeleted } from '#lib/platform/idempotency.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { limitReached } from '#lib/platform/limits/limit-reached.ts';
import { createdTooOften } from './count-creation.ts';
import type { Organization } from './organization.ts';
import { findMembership, putOrganization } from './organization-repository.ts';
import { type NewOrganization, type OrganizationView, viewOrganization } from './views.ts';

export type CreateOrganizationDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly limits: Pick<Limits, 'organizationsPerPerson'>;
};

const tooMany = (max: number) =>
  limitReached(
    { limit: 'organizations_per_person_max', max },
    `You have created ${max} organizations, the maximum per person. Ask the operator of this service for more.`,
  );

const memberNoMore = () =>
  new AppError(
    'invalid_state',
    'You are no longer a member of the organization created with this Idempotency-Key. Use a new key.',
  );

/** Creates an organization owned by the user. A replay under the same Idempotency-Key returns the same one. */
export const createOrganization = async (
  deps: CreateOrganizationDeps,
  user: User,
  input: { readonly body: NewOrganization; readonly bodyFingerprint: string },
): Promise<Created<OrganizationView>> => {
  const createdAt = deps.now().toISOString();
  const organization: Organization = {
    id: deps.newId(),
    name: input.body.name,
    createdAt,
    owners: new Set([user.id]),
    founder: user.id,
    fingerprint: input.bodyFingerprint,
  };
  const founder = {
    organizationId: organization.id,
    userId: user.id,
    role: 'owner' as const,
    email: user.email,
    name: user.name,
    joinedAt: createdAt,
  };
  const { organizationsPerPerson: max } = deps.limits;
  const outcome = await putOrganization(deps.table, { organization, founder }, max);
  if (outcome.kind === 'full') throw tooMany(max);
  if (outcome.kind === 'too_often') throw createdTooOften(new Date(createdAt));
  if (outcome.kind === 'put') return { value: viewOrganization(organization, founder.role), replayed: false };
  assertSameBody(outcome.existing.fingerprint, organization.fingerprint);
  if (outcome.existing.deletedAt !== undefined) throw createdThenDeleted('organization');
  const membership = await findMembership(deps.table, founder);
  if (!membership) throw memberNoMore();
  return { value: viewOrganization(outcome.existing, membership.role), replayed: true };
};
