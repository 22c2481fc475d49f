import * as z from 'zod';
import { everyItem } from '#lib/platform/aws/every-item.ts';
import type { Query, Table } from '#lib/platform/aws/table.ts';
import { projectList } from './organization.ts';

/** The list of all organizations in the index `listed`, including deleted ones. */
export const allOrganizations = 'organizations';
/** The list of all projects of an organization in that index, including deleted ones. */
export const allProjectsOf = (organizationId: string): string => `${organizationId}/all-projects`;

type Reader = Pick<Table, 'query'>;
const Listed = z.object({ id: z.string() });

const idsOf = async (table: Reader, query: Omit<Query, 'limit' | 'startAfter'>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const item of everyItem(table, { ...query, limit: 1_000 })) ids.push(Listed.parse(item).id);
  return ids;
};

const listed = (table: Reader, list: string): Promise<readonly string[]> =>
  idsOf(table, { index: 'listed', where: 'listed_project = :list', values: { ':list': list } });

/** The ids of all organizations that were ever created, except in the last moments. */
export const everyOrganization = (table: Reader): Promise<readonly string[]> =>
  listed(table, allOrganizations);

/**
 * The ids of all projects that were ever created in an organization. The index lags and the rows of deleted projects
 * expire, so both are read.
 */
export const everyProject = async (table: Reader, organizationId: string): Promise<readonly string[]> => {
  const ids = await Promise.all([
    listed(table, allProjectsOf(organizationId)),
    idsOf(table, { where: 'pk = :list', values: { ':list': projectList(organizationId) } }),
  ]);
  return [...new Set(ids.flat())];
};
