import type { Table } from '#lib/aws/table.ts';
import { toPage } from '#lib/http/cursor.ts';
import { listRows, type PageQuery } from '#lib/list-rows.ts';
import { keyList, ProjectKey } from './project-key.ts';
import { type ApiKeyPage, viewKey } from './views.ts';

/** The keys of a project, newest first, the revoked ones too. */
export const listKeys = async (
  table: Pick<Table, 'query'>,
  { projectId }: { readonly projectId: string },
  query: PageQuery,
): Promise<ApiKeyPage> => {
  const { rows, next } = await listRows(table, keyList(projectId), query);
  return toPage(
    rows.map((row) => viewKey(ProjectKey.parse(row))),
    next,
  );
};
