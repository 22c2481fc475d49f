import * as z from 'zod';
import { errorTypes } from '#lib/platform/errors.ts';

const FieldError = z
  .object({
    path: z.string().meta({
      description: 'The place in the request, such as "translation.type"; empty for the whole request.',
    }),
    rule: z.string().meta({ description: 'A stable name of the rule that was broken.' }),
    message: z.string(),
  })
  .meta({ id: 'FieldError', description: 'One thing that is wrong with a request.' });
export type FieldError = z.infer<typeof FieldError>;

/** The machine-readable details of an error. */
export const ErrorDetails = z
  .object({
    fields: z.array(FieldError).optional(),
    allowed_methods: z.array(z.string()).optional(),
    supported_languages: z.array(z.string()).optional(),
    supported_models: z.array(z.string()).optional(),
    source_languages: z.array(z.string()).optional(),
    target_languages: z.array(z.string()).optional(),
    status: z.string().optional().meta({ description: 'The status of the transcription.' }),
    transcription_id: z.string().optional(),
    file_id: z.string().optional(),
    failure: z.string().optional().meta({ description: 'The type of the failed job.' }),
    limit: z
      .string()
      .optional()
      .meta({ description: 'The limit that was reached, by its name in `limits` of GET /v1/capabilities.' }),
    max: z.int().optional().meta({ description: 'The value of that limit.' }),
  })
  .meta({
    id: 'ErrorDetails',
    description: 'More information for programs. The keys depend on the error type.',
  });

/** The address of the description of a type. It is relative, because a deployment may have several hosts. */
export const docUrl = z.string().meta({
  format: 'uri-reference',
  description: 'Where the type is described: a path to append to the base URL.',
  examples: ['/v1/errors#not_found'],
});

/** The one error object of the service. */
export const ErrorObject = z
  .object({
    error: z.object({
      type: z.enum(errorTypes).meta({ description: 'Stable; see /v1/errors.' }),
      retryable: z
        .boolean()
        .meta({ description: 'Whether the same request may succeed after a wait, with no other change.' }),
      doc_url: docUrl,
      message: z.string().meta({ description: 'Tells people what the caller can do.' }),
      request_id: z.string().meta({ description: 'The same as X-Request-Id.' }),
      details: ErrorDetails,
      code: z
        .string()
        .optional()
        .meta({ description: 'Only of /v1/audio and /v1/models: the `type`, where OpenAI’s clients look.' }),
      param: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'Only of /v1/audio and /v1/models: the first field that breaks a rule.' }),
    }),
  })
  .meta({ id: 'ApiError', description: 'Why a request failed.' });
