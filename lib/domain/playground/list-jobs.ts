import type * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { type ListQuery, listTranscriptions } from '#lib/domain/transcriptions/list-transcriptions.ts';
import type { FindDeps } from '#lib/domain/transcriptions/find-transcription.ts';
import { detailsOf, type ListedJobPage } from './listed-job.ts';

export type ListJobsDeps = Parameters<typeof listTranscriptions>[0] &
  FindDeps & { readonly results: Pick<Bucket, 'get'> };

/**
 * The jobs of the API's list, each with its file name, first words and creator. This takes one read of the table and
 * one of S3 for each job.
 */
export const listJobs = async (
  deps: ListJobsDeps,
  caller: Caller,
  query: z.infer<typeof ListQuery>,
): Promise<ListedJobPage> => {
  const page = await listTranscriptions(deps, caller, query);
  const detailed = page.data.map(async (job) => ({
    ...job,
    ...(await detailsOf(deps.results, await deps.store.find({ tenant: caller.tenant, id: job.id }))),
  }));
  return { ...page, data: await Promise.all(detailed) };
};
