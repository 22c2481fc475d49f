import type { RegisteredFile } from '#lib/domain/files/file.ts';
import { findFile } from '#lib/domain/files/file-repository.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export type Sources = {
  readonly findUpload: (tenant: Tenant, id: string) => Promise<Upload | undefined>;
  readonly findFile: (tenant: Tenant, id: string) => Promise<RegisteredFile | undefined>;
};

/** Finds the upload or file that a job reads its audio from. */
export const liveSources = (table: Pick<Table, 'get'>): Sources => ({
  findUpload: (tenant, id) => findUpload(table, { tenant, id }),
  findFile: (tenant, id) => findFile(table, { tenant, id }),
});
