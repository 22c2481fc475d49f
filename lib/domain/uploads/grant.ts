import * as z from 'zod';
import { count, instant, mode } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { uploadMaxBytes } from './upload.ts';

/** A grant as its customer sees it. */
export const UploadGrant = z
  .object({
    id: z.string().regex(idPattern('upl')).meta({ description: 'To be sent as `upload_id`.' }),
    mode,
    upload_url: z.url().meta({ description: 'Where the file is POSTed as multipart/form-data.' }),
    upload_method: z.literal('POST'),
    upload_fields: z.record(z.string(), z.string()).meta({
      description: 'Form fields to send before the field `file`, every one of them and unchanged.',
    }),
    expires_at: instant.meta({ description: 'The POST must begin before this.' }),
    max_bytes: count.max(uploadMaxBytes).meta({ description: '`size_bytes`, if that was sent.' }),
    content_type: z.string().meta({ description: 'The MIME type the policy admits, to the letter.' }),
  })
  .meta({ id: 'UploadGrant', description: 'A signed permission to POST one file.' });
export type UploadGrant = z.infer<typeof UploadGrant>;
