import type { FindFile } from '#lib/domain/files/file.ts';
import { findFile } from '#lib/domain/files/file-repository.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export const liveFindFile =
  (table: Pick<Table, 'get'>): FindFile =>
  (tenant, id) =>
    findFile(table, { tenant, id });

/** Finds the upload or file that a job reads its audio from. */
export const liveSources = (table: Pick<Table, 'get'>) => ({
  findUpload: (tenant: Tenant, id: string) => findUpload(table, { tenant, id }),
  findFile: liveFindFile(table),
});
