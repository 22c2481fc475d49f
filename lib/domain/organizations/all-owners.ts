import * as z from 'zod';
import { everyItem } from '#lib/platform/aws/every-item.ts';
import type { Item, Table } from '#lib/platform/aws/table.ts';
import { projectList } from './organization.ts';

/** The list of all organizations in the index `listed`, including deleted ones. */
export const allOrganizations = 'organizations';
/** The list of all projects of an organization in that index, including deleted ones. */
export const allProjectsOf = (organizationId: string): string => `${organizationId}/all-projects`;

type Reader = Pick<Table, 'query'>;
const Listed = z.object({ id: z.string() });
const pageSize = 1_000;

const idsOf = async (page: (startAfter: Item | undefined) => ReturnType<Reader['query']>) => {
  const ids: string[] = [];
  for await (const item of everyItem(page)) ids.push(Listed.parse(item).id);
  return ids;
};

const listed = (table: Reader, list: string): Promise<readonly string[]> =>
  idsOf((startAfter) =>
    table.query({
      index: 'listed',
      where: 'listed_project = :list',
      values: { ':list': list },
      limit: pageSize,
      startAfter,
    }),
  );

/** The ids of all organizations that were ever created, except in the last moments. */
export const everyOrganization = (table: Reader): Promise<readonly string[]> =>
  listed(table, allOrganizations);

/**
 * The ids of all projects that were ever created in an organization. The index lags and the rows of deleted projects
 * expire, so both are read.
 */
export const everyProject = async (table: Reader, organizationId: string): Promise<readonly string[]> => {
  const rows = idsOf((startAfter) =>
    table.query({
      where: 'pk = :list',
      values: { ':list': projectList(organizationId) },
      limit: pageSize,
      startAfter,
    }),
  );
  return [...new Set([...(await listed(table, allProjectsOf(organizationId))), ...(await rows)])];
};
