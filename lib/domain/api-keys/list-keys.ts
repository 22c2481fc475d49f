import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { type PageQuery, toPage } from '#lib/platform/http/cursor.ts';
import { listRows } from '#lib/platform/http/list-rows.ts';
import { lastTakenOf } from '#lib/platform/limits/rate-window.ts';
import { keyList, ProjectKey } from './project-key.ts';
import { type ApiKeyPage, viewKey } from './views.ts';

/** When the key was last used (epoch ms), from the slots of its rate limit. */
const lastUsed = async (table: Pick<Table, 'get'>, { keyId }: ProjectKey): Promise<number | undefined> =>
  lastTakenOf((await table.get(keyItemKey(keyId))) ?? {});

/** The keys of a project, newest first, including revoked and expired ones. */
export const listKeys = async (
  table: Pick<Table, 'get' | 'query'>,
  { projectId }: { readonly projectId: string },
  query: PageQuery,
): Promise<ApiKeyPage> => {
  const { rows, next } = await listRows(table, keyList(projectId), query);
  const keys = rows.map((row) => ProjectKey.parse(row));
  return toPage(await Promise.all(keys.map(async (key) => viewKey(key, await lastUsed(table, key)))), next);
};
