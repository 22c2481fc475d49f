import type { Earshot } from '../client.ts';
import type { Charge, UsageGroup } from '../types.ts';
import type { Days } from '../usage-reports.ts';
import type { Terminal } from './terminal.ts';

export type UsageArguments = Days & {
  /** Prints the charge of each job instead of the totals of each day. */
  readonly charges: boolean;
  readonly json: boolean;
  readonly signal?: AbortSignal | undefined;
};

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`.padStart(12);

const jobCount = (jobs: number): string => `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`.padStart(10);

const groupLine = ({ date, language, key_id: key, jobs, audio_ms: ms, amount_usd: usd }: UsageGroup) =>
  [date, (language ?? '-').padEnd(5), key ?? '-', jobCount(jobs), minutes(ms), `$${usd}`].join('  ');

const chargeLine = ({ at, audio_ms: ms, amount_usd: usd, ...job }: Charge) =>
  [
    at.slice(0, 19).replace('T', ' '),
    job.transcription_id,
    minutes(ms),
    `$${usd}`,
    job.client_reference_id ?? '-',
  ].join('  ');

/** Prints usage by day, key and language, or the charge of each job, one per line. */
export const usage = async (earshot: Earshot, input: UsageArguments, terminal: Terminal): Promise<void> => {
  const { charges, json, signal, ...days } = input;
  if (charges)
    for await (const one of earshot.usage.charges(days, { signal }))
      terminal.print(json ? JSON.stringify(one) : chargeLine(one));
  else
    for (const one of (await earshot.usage.get(days, { signal })).groups)
      terminal.print(json ? JSON.stringify(one) : groupLine(one));
};
