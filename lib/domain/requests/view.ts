import * as z from 'zod';
import { errorTypes } from '#lib/platform/errors.ts';
import { count, instant, mode } from '#lib/platform/http/fields.ts';

export const RequestView = z
  .object({
    request_id: z.string(),
    mode,
    key_id: z.string().meta({ description: 'The part of the API key that is not secret.' }),
    route: z
      .string()
      .meta({ description: 'The path, with the names of its parameters in place of their values.' }),
    status: z.int(),
    error_type: z.enum(errorTypes).nullable(),
    location: z.string().nullable().meta({ description: 'The path of the object that the request created.' }),
    client_request_id: z.string().nullable().meta({ description: 'Your own id of the request.' }),
    at: instant.meta({ description: 'When it was answered.' }),
    duration_ms: count,
  })
  .meta({
    id: 'RecordedRequest',
    description: 'A request of the last seven days, without its body, query and texts.',
  });
export type RequestView = z.infer<typeof RequestView>;
