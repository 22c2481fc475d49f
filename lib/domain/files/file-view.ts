import * as z from 'zod';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { count, instant, mode } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { labelFields } from '#lib/domain/labels.ts';
import type { RegisteredFile } from './file.ts';
import { modeOf } from '#lib/platform/tenant.ts';

/** A file as the API shows it. */
export const FileView = z
  .object({
    id: z.string().regex(idPattern('file')).meta({ description: 'Send it as `file_id`.' }),
    mode,
    name: z.string().nullable(),
    content_type: z.string(),
    size_bytes: count,
    ...labelFields,
    created_at: instant,
    expires_at: instant.meta({ description: 'Jobs can use the file until then.' }),
  })
  .meta({ id: 'RegisteredFile', description: 'Audio that any number of jobs can use.' });
export type FileView = z.infer<typeof FileView>;

export const FilePage = z.object(pageFields(FileView)).meta({
  id: 'FilePage',
  description: 'Files, newest first. A page may be short even when another follows.',
});
export type FilePage = z.infer<typeof FilePage>;

export const viewFile = (file: RegisteredFile): FileView => ({
  id: file.id,
  mode: modeOf(file.tenant),
  name: file.name,
  content_type: file.contentType,
  size_bytes: file.bytes,
  client_reference_id: file.clientReferenceId,
  metadata: file.metadata,
  created_at: file.createdAt,
  expires_at: file.expiresAt,
});
