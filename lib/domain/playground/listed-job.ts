import * as z from 'zod';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { hintOf } from '#lib/domain/api-keys/views.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { isId } from '#lib/platform/ids.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { firstWordsOf } from '#lib/domain/transcriptions/result.ts';
import { hasResult, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { TranscriptionSummary } from '#lib/domain/transcriptions/view-schemas.ts';

/** A job as a list of the console shows it, with details by which people recognize it. */
const ListedJob = TranscriptionSummary.extend({
  filename: z.string().nullable(),
  /** The beginning of its text. */
  first_words: z.string().nullable(),
  /** The hint of the API key that queued it; null if a person at the console did, and for the text of a realtime session. */
  api_key_hint: z.string().nullable(),
}).meta({ id: 'ListedJob' });
export type ListedJob = z.infer<typeof ListedJob>;

export const ListedJobPage = z.object(pageFields(ListedJob)).meta({ id: 'ListedJobPage' });
export type ListedJobPage = z.infer<typeof ListedJobPage>;

export type Details = Pick<ListedJob, 'filename' | 'first_words' | 'api_key_hint'>;

/** Enough for the first words, although JSON may write a character in six bytes. */
const start = { from: 0, to: 800 };

/** The details that the index of the lists cannot carry. They come from the job and the beginning of its text. */
export const detailsOf = async (
  results: Pick<Bucket, 'get'>,
  job: Transcription | undefined,
): Promise<Details> => {
  const stored = job && hasResult(job) ? await results.get(resultKey(job), start) : undefined;
  return {
    filename: job?.request.filename ?? null,
    first_words: stored ? firstWordsOf(stored) : null,
    api_key_hint:
      job?.keyId && !isId('usr', job.keyId) ? hintOf({ mode: modeOf(job.tenant), keyId: job.keyId }) : null,
  };
};
