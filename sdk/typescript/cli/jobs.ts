import type { Earshot } from '../client.ts';
import type { ListTranscriptionsQuery, TranscriptionSummary } from '../types.ts';
import type { Terminal } from './terminal.ts';

export type JobsArguments = {
  readonly status: ListTranscriptionsQuery['status'] | undefined;
  readonly reference: string | undefined;
  readonly max: number;
  readonly json: boolean;
  readonly signal?: AbortSignal | undefined;
};

const line = (job: TranscriptionSummary): string =>
  [
    job.id,
    job.status.padEnd(10),
    job.created_at.slice(0, 19).replace('T', ' '),
    `${((job.audio_ms ?? 0) / 1_000).toFixed(1)} s`.padStart(10),
    job.detected_language ?? '-',
    job.client_reference_id ?? '-',
    job.error?.type ?? '',
  ]
    .join('  ')
    .trimEnd();

/** Prints the newest jobs, one per line. */
export const jobs = async (earshot: Earshot, input: JobsArguments, terminal: Terminal): Promise<void> => {
  const { status, reference, max, json, signal } = input;
  const query = {
    limit: Math.min(100, max),
    ...(status && { status }),
    ...(reference !== undefined && { client_reference_id: reference }),
  };
  let left = max;
  for await (const job of earshot.transcriptions.list(query, { signal })) {
    terminal.print(json ? JSON.stringify(job) : line(job));
    left -= 1;
    if (left === 0) return;
  }
};
