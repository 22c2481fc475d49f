import * as z from 'zod';
import { instant, mode, signedUsd } from '#lib/platform/http/fields.ts';
import { formatUsd } from '#lib/domain/money.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { type FindDeps, findTranscription } from './find-transcription.ts';
import { isCharged, type JobRef, type Transcription } from './transcription.ts';

const kinds = ['hold', 'release', 'charge'] as const;
type Line = { readonly kind: (typeof kinds)[number]; readonly microUsd: number; readonly at: string };

export const JobLedger = z
  .object({
    transcription_id: z.string(),
    mode,
    data: z.array(
      z
        .object({
          kind: z.enum(kinds),
          amount_usd: signedUsd.meta({
            description: 'What the entry adds to the free credit; below zero for a hold.',
          }),
          at: instant,
        })
        .meta({ id: 'JobLedgerLine' }),
    ),
  })
  .meta({ id: 'JobLedger', description: 'The holds, releases and the charge of a job, oldest first.' });
export type JobLedger = z.infer<typeof JobLedger>;

/** A change of the held amount as a ledger line; none if nothing changed. */
const heldLine = (change: number, at: string): Line[] =>
  change === 0 ? [] : [{ kind: change > 0 ? 'hold' : 'release', microUsd: -change, at }];

/** The lines of a job, oldest first. At its end the job releases the rest of its hold, and pays its price if it was completed. */
export const linesOf = (job: Transcription): Line[] => {
  const { holds, status, completedAt, billedMicroUsd } = job;
  const held = holds.flatMap(({ microUsd, at }, index) =>
    heldLine(microUsd - (holds[index - 1]?.microUsd ?? 0), at),
  );
  if (completedAt === null) return held;
  const released = heldLine(-(holds.at(-1)?.microUsd ?? 0), completedAt);
  const isPaid = status === 'completed' && isCharged(job);
  const charge = { kind: 'charge', microUsd: 0 - (billedMicroUsd ?? 0), at: completedAt } as const;
  return [...held, ...released, ...(isPaid ? [charge] : [])];
};

/** The ledger of a job of the caller's project, including a deleted job. */
export const getJobLedger = async (deps: FindDeps, ref: JobRef): Promise<JobLedger> => {
  const job = await findTranscription(deps, ref);
  return {
    transcription_id: job.id,
    mode: modeOf(job.tenant),
    data: linesOf(job).map(({ kind, microUsd, at }) => ({ kind, amount_usd: formatUsd(microUsd), at })),
  };
};
