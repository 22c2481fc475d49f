import type { Item, Key, Table } from '#lib/aws/table.ts';
import { isId } from '#lib/ids.ts';
import { rowKey } from '#lib/list-rows.ts';
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

/** Puts a thing and its row in a list, both or neither; the thing that was there instead, if any. */
const putListed = async (
  table: Writer,
  thing: { readonly id: string; readonly createdAt: string },
  { key, list }: { readonly key: Key; readonly list: string },
): Promise<Item | undefined> => {
  const where = 'attribute_not_exists(pk)';
  const outcome = await table.transact([
    { put: { ...thing, ...key }, where },
    { put: { ...thing, ...rowKey(list, thing) }, where },
  ]);
  return outcome.done ? undefined : outcome.reasons[0]?.item;
};

/** Keeps the organization with its first member; the one that had this id before, if any. */
export const putOrganization = async (
  table: Writer,
  membership: Membership,
): Promise<Membership | undefined> => {
  const places = { key: membershipKey(membership), list: organizationList(membership.userId) };
  const existing = await putListed(table, membership, places);
  return existing && Membership.parse(existing);
};

export const findMembership = async (
  table: Reader,
  ref: { readonly id: string; readonly userId: string },
): Promise<Membership | undefined> => {
  const item = await table.get(membershipKey(ref));
  return item && Membership.parse(item);
};

/** Whether anybody is a member of it. */
export const organizationExists = async (table: Pick<Table, 'query'>, id: string): Promise<boolean> => {
  if (!isId('org', id)) return false;
  const where = 'pk = :id AND begins_with(sk, :member)';
  const members = await table.query({ where, values: { ':id': id, ':member': 'member/' }, limit: 1 });
  return members.items.length > 0;
};

/** Keeps the project; the one that had this id before, if any. */
export const putProject = async (table: Writer, project: Project): Promise<Project | undefined> => {
  const places = { key: projectKey(project.id), list: projectList(project.organizationId) };
  const existing = await putListed(table, project, places);
  return existing && Project.parse(existing);
};

export const findProject = async (table: Reader, id: string): Promise<Project | undefined> => {
  const item = await table.get(projectKey(id));
  return item && Project.parse(item);
};
