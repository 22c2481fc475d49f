import * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { sentInstant } from '#lib/platform/http/fields.ts';
import { pageQuery, toPage } from '#lib/platform/http/cursor.ts';
import { readPage } from '#lib/platform/http/read-page.ts';
import { referenceFilter } from '#lib/domain/labels.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { statuses } from './transcription.ts';
import type { TranscriptionPage } from './view-schemas.ts';
import { viewListed } from './view.ts';

/** Query of GET /v1/transcriptions. */
export const ListQuery = pageQuery('ofq').extend({
  status: z
    .enum(statuses, `Send one of ${statuses.join(', ')}.`)
    .optional()
    .meta({ description: 'Only jobs of this status.' }),
  client_reference_id: referenceFilter,
  include: z.literal('deleted', 'The only value is "deleted".').optional().meta({
    description: 'Also lists jobs that were deleted after they had ended, with their length and price.',
  }),
  created_after: sentInstant.optional().meta({ description: 'Only jobs created after this instant.' }),
});

/** The jobs of the caller's project, newest first, without their text. The index is eventually consistent. */
export const listTranscriptions = async (
  deps: { readonly store: Pick<TranscriptionRepository, 'list'>; readonly now: () => Date },
  caller: Caller,
  { limit, cursor, status, include, ...filter }: z.infer<typeof ListQuery>,
): Promise<TranscriptionPage> => {
  const { client_reference_id: name, created_after: createdAfter } = filter;
  const since = createdAfter && new Date(createdAfter).toISOString();
  if (cursor && since && cursor.createdAt <= since) return toPage([], null);
  const query = {
    status,
    name,
    createdAfter: since,
    includeDeleted: include === 'deleted',
    now: deps.now(),
  };
  const isFiltered = status !== undefined || name !== undefined;
  const { entries, next } = await readPage({ limit, cursor, isFiltered }, async (part) => {
    const page = await deps.store.list(caller.tenant, { ...query, ...part });
    return { entries: page.jobs, next: page.next };
  });
  return toPage(entries.map(viewListed), next);
};
