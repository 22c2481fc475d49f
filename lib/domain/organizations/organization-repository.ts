import { type Item, type Key, type Table, type Write, assigning } from '#lib/platform/aws/table.ts';
import { isId } from '#lib/platform/ids.ts';
import { addMember, isClosed } from '#lib/platform/limits/id-set.ts';
import { organizationsOf, projectsOf } from '#lib/platform/limits/id-sets.ts';
import { listIndexKeys } from '#lib/platform/http/list-index-keys.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { allOrganizations, allProjectsOf } from './all-owners.ts';
import { type Actor, audited } from './audit-log.ts';
import { countCreation } from './count-creation.ts';
import {
  type MemberRef,
  Membership,
  membershipKey,
  Organization,
  organizationKey,
  organizationList,
  Project,
  projectKey,
  projectList,
} from './organization.ts';

type Reader = Pick<Table, 'get'>;
type Writer = Pick<Table, 'transact'>;

/**
 * The outcome of a create: `exists` is a replay, `full` means that the limit is reached, `too_often` that its maker has
 * created the maximum of a day.
 */
export type PutOutcome<Thing> =
  | { readonly kind: 'put' }
  | { readonly kind: 'full' }
  | { readonly kind: 'too_often' }
  | { readonly kind: 'exists'; readonly existing: Thing };

const isNew = 'attribute_not_exists(pk)';

/** The row of an organization in the list of a member. A member who comes back already has it. */
export const putOrganizationRow = (
  userId: string,
  { id, createdAt }: Pick<Organization, 'id' | 'createdAt'>,
) => ({
  update: { key: rowKey(organizationList(userId), { id, createdAt }), ...assigning({ id, createdAt }) },
});

const putOutcome = <Thing>(
  outcome: Awaited<ReturnType<Writer['transact']>>,
  parse: (item: Item | undefined) => Thing,
): PutOutcome<Thing> => {
  if (outcome.done) return { kind: 'put' };
  const [taken] = outcome.reasons;
  if (taken?.refused) return { kind: 'exists', existing: parse(taken.item) };
  return { kind: outcome.reasons.at(-1)?.refused ? 'too_often' : 'full' };
};

/** Stores the organization with its first member, who may have `max` organizations. */
export const putOrganization = async (
  table: Writer,
  { organization, founder }: { readonly organization: Organization; readonly founder: Membership },
  max: number,
): Promise<PutOutcome<Organization>> => {
  const { id, name, createdAt } = organization;
  const { userId } = founder;
  const outcome = await table.transact([
    {
      put: { ...organization, ...organizationKey(id), ...listIndexKeys(allOrganizations, organization) },
      where: isNew,
    },
    { update: addMember(organizationsOf(userId), id, max) },
    { put: { ...founder, ...membershipKey(founder) }, where: isNew },
    putOrganizationRow(userId, organization),
    audited({
      organizationId: id,
      actor: { ...founder, id: userId },
      now: new Date(createdAt),
      action: 'organization.created',
      target: { id, name },
    }),
    countCreation(userId, new Date(createdAt)),
  ]);
  return putOutcome(outcome, (item) => Organization.parse(item));
};

/** Undefined if there is none, or it was deleted. */
export const findOrganization = async (table: Reader, id: string): Promise<Organization | undefined> => {
  const item = isId('org', id) ? await table.get(organizationKey(id)) : undefined;
  const organization = item && Organization.parse(item);
  return organization?.deletedAt === undefined ? organization : undefined;
};

/** The membership of a current member. */
export const findMembership = async (table: Reader, ref: MemberRef): Promise<Membership | undefined> => {
  const item = await table.get(membershipKey(ref));
  const membership = item && Membership.parse(item);
  return membership?.removedAt === undefined ? membership : undefined;
};

/** Also true for a deleted organization, whose payments may still be refunded. */
export const organizationExists = async (table: Reader, id: string): Promise<boolean> =>
  isId('org', id) && (await table.get(organizationKey(id))) !== undefined;

type Rename = { readonly name: string; readonly actor: Actor; readonly now: Date };

const named = (key: Key, from: string, name: string): Write => {
  const { set, names, values } = assigning({ name });
  const where = '#name = :from AND attribute_not_exists(deletedAt)';
  return { update: { key, set, where, names, values: { ...values, ':from': from } } };
};

/** Renames the organization; false if it was renamed or deleted since it was read. */
export const renameOrganization = async (
  table: Writer,
  { id, name: from }: Organization,
  { name, ...by }: Rename,
): Promise<boolean> => {
  const { done } = await table.transact([
    named(organizationKey(id), from, name),
    audited({
      ...by,
      organizationId: id,
      action: 'organization.renamed',
      target: { id, name },
      change: { from, to: name },
    }),
  ]);
  return done;
};

/** Stores the project, one of at most `max` of its organization. `closed`: that was deleted meanwhile. */
export const putProject = async (
  table: Writer,
  { project, actor }: { readonly project: Project; readonly actor: Actor },
  max: number,
): Promise<PutOutcome<Project> | { readonly kind: 'closed' }> => {
  const { id, organizationId, name, createdAt } = project;
  const outcome = await table.transact([
    {
      put: { ...project, ...projectKey(id), ...listIndexKeys(allProjectsOf(organizationId), project) },
      where: isNew,
    },
    { put: { ...project, ...rowKey(projectList(organizationId), project) }, where: isNew },
    { update: addMember(projectsOf(organizationId), id, max) },
    audited({
      organizationId,
      actor,
      now: new Date(createdAt),
      action: 'project.created',
      target: { id, name },
    }),
    countCreation(actor.id, new Date(createdAt)),
  ]);
  if (!outcome.done && isClosed(outcome.reasons[2]?.item)) return { kind: 'closed' };
  return putOutcome(outcome, (item) => Project.parse(item));
};

/** Undefined if there is none, or it was deleted. */
export const findProject = async (table: Reader, id: string): Promise<Project | undefined> => {
  const item = await table.get(projectKey(id));
  const project = item && Project.parse(item);
  return project?.deletedAt === undefined ? project : undefined;
};

/** Renames the project, also in the list of its organization; false if it was renamed or deleted since it was read. */
export const renameProject = async (
  table: Writer,
  project: Project,
  { name, ...by }: Rename,
): Promise<boolean> => {
  const { id, organizationId, name: from } = project;
  const { done } = await table.transact([
    named(projectKey(id), from, name),
    { update: { key: rowKey(projectList(organizationId), project), ...assigning({ name }) } },
    audited({
      ...by,
      organizationId,
      action: 'project.renamed',
      target: { id, name },
      change: { from, to: name },
    }),
  ]);
  return done;
};
