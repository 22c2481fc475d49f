import * as z from 'zod';
import { errorTypes } from '#lib/platform/errors.ts';
import { count, instant, mode } from '#lib/platform/http/fields.ts';

export const RequestView = z
  .object({
    request_id: z.string(),
    mode,
    key_id: z.string().meta({ description: 'Which API key, by the part of it that is no secret.' }),
    route: z.string().meta({ description: 'With the names of its parameters, not their values.' }),
    status: z.int(),
    error_type: z.enum(errorTypes).nullable(),
    location: z.string().nullable().meta({ description: 'The path of what it created.' }),
    client_request_id: z.string().nullable().meta({ description: 'Your own id of it.' }),
    at: instant.meta({ description: 'When it was answered.' }),
    duration_ms: count,
  })
  .meta({ id: 'RecordedRequest', description: 'A request of the last seven days: no body, query or text.' });
export type RequestView = z.infer<typeof RequestView>;
