import * as z from 'zod';
import type { Key } from '#lib/platform/aws/table.ts';
import { Metadata } from '#lib/domain/labels.ts';
import { AppError } from '#lib/platform/errors.ts';
import { Tenant } from '#lib/platform/tenant.ts';

/** A file as stored: an upload that any number of jobs may read until it expires. */
export const RegisteredFile = z.object({
  tenant: Tenant,
  id: z.string(),
  /** The upload it was made from, whose object holds the bytes. */
  uploadId: z.string(),
  eTag: z.string(),
  fingerprint: z.string(),
  name: z.string().nullable(),
  contentType: z.string(),
  bytes: z.int(),
  clientReferenceId: z.string().nullable(),
  metadata: Metadata,
  createdAt: z.iso.datetime(),
  /** A day after the bytes arrived, when the bucket deletes them. */
  expiresAt: z.iso.datetime(),
});
export type RegisteredFile = z.infer<typeof RegisteredFile>;

/** The attributes of a file in the list index. The list reads the rest from the table. */
export const ListedFile = RegisteredFile.pick({ tenant: true, id: true });

export type FileRef = { readonly tenant: Tenant; readonly id: string };

/** Finds a file, even one that has expired. */
export type FindFile = (tenant: Tenant, id: string) => Promise<RegisteredFile | undefined>;

export const fileKey = ({ tenant, id }: FileRef): Key => ({ pk: `${tenant}/${id}`, sk: 'file' });

/** The list of a project's files. */
export const fileList = (tenant: Tenant): string => `${tenant}/files`;

/** The condition that a file is not expired at `now`. */
export const whileUsable = (now: Date) => ({
  where: 'expiresAt > :now',
  values: { ':now': now.toISOString() },
});

/** The reason why a file cannot be used. An undefined file is unknown. */
export const fileRefusal = (file: RegisteredFile | undefined): AppError =>
  file === undefined
    ? new AppError('not_found', 'There is no file with this id in your project.')
    : new AppError('expired', 'This file has expired or was deleted. Upload it again.');
