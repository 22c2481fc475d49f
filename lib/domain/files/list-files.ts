import type * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { pageQuery, type Position, toPage } from '#lib/platform/http/cursor.ts';
import { uploadKeptMs } from '#lib/domain/uploads/upload.ts';
import { referenceFilter } from '#lib/domain/labels.ts';
import type { RegisteredFile } from './file.ts';
import { type FilePage, viewFile } from './file-view.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { later } from '#lib/platform/durations.ts';

/** Query of GET /v1/files. */
export const ListFilesQuery = pageQuery('file').extend({
  client_reference_id: referenceFilter,
});

export type ListFilesDeps = {
  readonly listFiles: (
    tenant: Tenant,
    page: { readonly limit: number; readonly after: Position | undefined; readonly since: Date },
  ) => Promise<readonly RegisteredFile[]>;
  readonly now: () => Date;
};

/** The usable files of the caller's project, newest first. The index is eventually consistent. */
export const listFiles = async (
  deps: ListFilesDeps,
  { tenant }: Caller,
  { limit, cursor: after, client_reference_id: reference }: z.infer<typeof ListFilesQuery>,
): Promise<FilePage> => {
  const now = deps.now();
  // No file lives longer, so older ones need not be read.
  const since = later(now, -uploadKeptMs);
  if (after && after.createdAt <= since.toISOString()) return toPage([], null);
  // One item more than requested shows whether another page follows.
  const found = await deps.listFiles(tenant, { limit: limit + 1, after, since });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? (shown.at(-1) ?? null) : null;
  const isMeant = ({ expiresAt, clientReferenceId }: RegisteredFile) =>
    new Date(expiresAt) > now && (reference === undefined || clientReferenceId === reference);
  return toPage(shown.filter(isMeant).map(viewFile), next);
};
