import { ListedTranscription } from '#lib/domain/transcriptions/listed-transcription.ts';
import type { Listed, ListOptions } from '#lib/domain/transcriptions/transcription-repository.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';

const place = ({ createdAt, id }: { createdAt: string; id: string }): string => `${createdAt}/${id}`;

/** The page of these jobs that the list index would return. */
export const pageOf = (
  jobs: readonly Transcription[],
  { limit, after, status, name, createdAfter, includeDeleted, now }: ListOptions,
): Listed => {
  const rest = jobs
    .filter((job) => (after ? place(job) < place(after) : true))
    .filter((job) => (createdAfter ? job.createdAt > createdAfter : true))
    .toSorted((a, b) => (place(a) < place(b) ? 1 : -1));
  const read = rest.slice(0, limit);
  // Like DynamoDB, which does not check for further items.
  const last = rest.length >= limit ? read.at(-1) : undefined;
  return {
    jobs: read
      .filter((job) => job.expiresAt > now.toISOString() && (!status || job.status === status))
      .filter((job) => name === undefined || job.name === name)
      .filter((job) => includeDeleted || job.status === 'canceled' || job.deletedAt === null)
      .map((job) => ListedTranscription.parse(job)),
    next: last ? { createdAt: last.createdAt, id: last.id } : null,
  };
};
