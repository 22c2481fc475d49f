import * as z from 'zod';
import { docUrlOf, type ErrorEntry, isRetryable, requestErrors } from '#lib/platform/http/error-catalogue.ts';
import { jobFailures } from '#lib/platform/http/job-failure-catalogue.ts';
import { docUrl } from '#lib/platform/http/error-object.ts';
import { streamErrors } from '#lib/platform/http/stream-errors.ts';
import { errorStatus, errorTypes, jobFailureTypes, streamErrorTypes } from '#lib/platform/errors.ts';

const ErrorDescription = z
  .object({
    of: z.enum(['request', 'job', 'realtime']).meta({ description: 'What fails with this type.' }),
    type: z.string(),
    http_status: z.int().nullable().meta({ description: 'Of a request; null for the others.' }),
    retryable: z.boolean().nullable().meta({ description: 'Null if the error itself says it.' }),
    when: z.string(),
    remedy: z.string(),
    doc_url: docUrl,
  })
  .meta({ id: 'ErrorDescription', description: 'When an error happens and what to do about it.' });

export const ErrorList = z
  .object({ data: z.array(ErrorDescription) })
  .meta({ id: 'ErrorList', description: 'All error types. There may be new ones at any time.' });
export type ErrorList = z.infer<typeof ErrorList>;

const words = ({ when, remedy }: ErrorEntry) => ({ when, remedy });

/** The content of the page of errors, for programs. */
export const errorList = (): ErrorList => ({
  data: [
    ...errorTypes.map((type) => ({
      of: 'request' as const,
      type,
      http_status: errorStatus[type],
      retryable: isRetryable(type),
      ...words(requestErrors[type]),
      doc_url: docUrlOf(type),
    })),
    ...streamErrorTypes.map((type) => ({
      of: 'realtime' as const,
      type,
      http_status: null,
      retryable: null,
      ...words(streamErrors[type]),
      doc_url: docUrlOf(type),
    })),
    ...jobFailureTypes.map((type) => ({
      of: 'job' as const,
      type,
      http_status: null,
      retryable: jobFailures[type].retryable,
      ...words(jobFailures[type]),
      doc_url: docUrlOf(`job-${type}`),
    })),
  ],
});
