import * as z from 'zod';
import { count, instant, mode } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { uploadMaxBytes, uploadStatuses } from './upload.ts';

/** A grant as the API shows it. */
export const UploadGrant = z
  .object({
    id: z.string().regex(idPattern('upl')).meta({ description: 'Send it as `upload_id`.' }),
    mode,
    status: z.enum(uploadStatuses).meta({
      description:
        'Whether the file has arrived (`uploaded`) and was used by a job or a file (`consumed`). When a request is repeated, it says whether there is anything left to POST.',
    }),
    upload_url: z.url().meta({ description: 'URL to POST the file to, as multipart/form-data.' }),
    upload_method: z.literal('POST'),
    upload_fields: z.record(z.string(), z.string()).meta({
      description: 'Form fields to send before the field `file`: all of them, unchanged.',
    }),
    expires_at: instant.meta({ description: 'The POST must begin before this.' }),
    max_bytes: count
      .max(uploadMaxBytes)
      .meta({ description: 'Maximum size of the file; its exact size if `size_bytes` was sent.' }),
    content_type: z
      .string()
      .meta({ description: 'The only MIME type that the policy accepts, exactly as written.' }),
  })
  .meta({ id: 'UploadGrant', description: 'A signed policy to POST one file.' });
export type UploadGrant = z.infer<typeof UploadGrant>;
