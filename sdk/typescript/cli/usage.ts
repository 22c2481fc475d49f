import type { Earshot } from '../client.ts';
import type { Charge, UsageGroup } from '../types.ts';
import type { Days } from '../usage-reports.ts';
import type { Terminal } from './terminal.ts';

export type UsageArguments = Days & {
  /** Each job's charge instead of the sums of a day. */
  readonly charges: boolean;
  readonly json: boolean;
};

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`.padStart(12);

const groupLine = ({ date, language, key_id: key, jobs, audio_ms: ms, amount_usd: usd }: UsageGroup) =>
  [date, (language ?? '-').padEnd(5), key ?? '-', `${jobs} jobs`.padStart(10), minutes(ms), `$${usd}`].join(
    '  ',
  );

const chargeLine = ({ at, audio_ms: ms, amount_usd: usd, ...job }: Charge) =>
  [
    at.slice(0, 19).replace('T', ' '),
    job.transcription_id,
    minutes(ms),
    usd,
    job.client_reference_id ?? '-',
  ].join('  ');

/** Prints what was used by day, key and language, or what each job cost, one a line. */
export const usage = async (earshot: Earshot, input: UsageArguments, terminal: Terminal): Promise<void> => {
  const { charges, json, ...days } = input;
  if (charges)
    for await (const one of earshot.usage.charges(days))
      terminal.print(json ? JSON.stringify(one) : chargeLine(one));
  else
    for (const one of (await earshot.usage.get(days)).groups)
      terminal.print(json ? JSON.stringify(one) : groupLine(one));
};
