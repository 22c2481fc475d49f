import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import { isId } from '#lib/platform/ids.ts';
import { type IdSet, addMember } from '#lib/platform/limits/id-set.ts';
import { organizationsOf, projectsOf } from '#lib/platform/limits/id-sets.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import {
  Membership,
  membershipKey,
  organizationList,
  Project,
  projectKey,
  projectList,
} from './organization.ts';

type Reader = Pick<Table, 'get'>;
type Writer = Pick<Table, 'transact'>;

/** The outcome of a create: `exists` is a replay, `full` means that the limit is reached. */
export type PutOutcome<Thing> =
  | { readonly kind: 'put' }
  | { readonly kind: 'full' }
  | { readonly kind: 'exists'; readonly existing: Thing };

type Listing = {
  readonly key: Key;
  readonly list: string;
  /** The ids of the owner's existing things of this kind. */
  readonly ids: IdSet;
  readonly max: number;
};

/** Puts a thing, its row in a list and its id in the owner's set, in one transaction. */
const putListed = async (
  table: Writer,
  thing: { readonly id: string; readonly createdAt: string },
  { key, list, ids, max }: Listing,
): Promise<PutOutcome<Item | undefined>> => {
  const where = 'attribute_not_exists(pk)';
  const outcome = await table.transact([
    { put: { ...thing, ...key }, where },
    { put: { ...thing, ...rowKey(list, thing) }, where },
    { update: addMember(ids, thing.id, max) },
  ]);
  if (outcome.done) return { kind: 'put' };
  const [taken] = outcome.reasons;
  return taken?.refused ? { kind: 'exists', existing: taken.item } : { kind: 'full' };
};

/** Stores the organization with its first member, who may have `max` organizations. */
export const putOrganization = async (
  table: Writer,
  membership: Membership,
  max: number,
): Promise<PutOutcome<Membership>> => {
  const { userId } = membership;
  const listing = { key: membershipKey(membership), list: organizationList(userId) };
  const outcome = await putListed(table, membership, { ...listing, ids: organizationsOf(userId), max });
  return outcome.kind === 'exists' ? { ...outcome, existing: Membership.parse(outcome.existing) } : outcome;
};

export const findMembership = async (
  table: Reader,
  ref: { readonly id: string; readonly userId: string },
): Promise<Membership | undefined> => {
  const item = await table.get(membershipKey(ref));
  return item && Membership.parse(item);
};

/** Whether the organization has any members. */
export const organizationExists = async (table: Pick<Table, 'query'>, id: string): Promise<boolean> => {
  if (!isId('org', id)) return false;
  const where = 'pk = :id AND begins_with(sk, :member)';
  const members = await table.query({ where, values: { ':id': id, ':member': 'member/' }, limit: 1 });
  return members.items.length > 0;
};

/** Stores the project, one of at most `max` of its organization. */
export const putProject = async (
  table: Writer,
  project: Project,
  max: number,
): Promise<PutOutcome<Project>> => {
  const { id, organizationId } = project;
  const listing = { key: projectKey(id), list: projectList(organizationId) };
  const outcome = await putListed(table, project, { ...listing, ids: projectsOf(organizationId), max });
  return outcome.kind === 'exists' ? { ...outcome, existing: Project.parse(outcome.existing) } : outcome;
};

export const findProject = async (table: Reader, id: string): Promise<Project | undefined> => {
  const item = await table.get(projectKey(id));
  return item && Project.parse(item);
};
