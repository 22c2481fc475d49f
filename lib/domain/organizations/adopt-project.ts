import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { createOrganization } from './create-organization.ts';
import { createProject } from './create-project.ts';
import { projectKey } from './organization.ts';

export type AdoptProjectDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly now: () => Date;
};

/**
 * Puts a project that has no organization into a new organization of the person. Returns the id of the new organization,
 * or undefined if the project already has one. After a crash, the same person can repeat it.
 */
export const adoptProject = async (
  { table, now }: AdoptProjectDeps,
  user: User,
  projectId: string,
): Promise<string | undefined> => {
  // Also one that was deleted.
  if (await table.get(projectKey(projectId))) return undefined;
  const shared = { table, now, limits: Limits.parse({}) };
  const organizationId = derivedId('org', [projectId]);
  const create = (named: string) => ({ user, body: { name: named }, bodyFingerprint: named });
  const organization = { ...shared, newId: () => organizationId };
  await createOrganization(organization, user, create('My organization'));
  await createProject({ ...shared, newId: () => projectId }, { organizationId }, create('My first project'));
  return organizationId;
};
