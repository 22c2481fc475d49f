import type { Item, Table, Write } from '#lib/platform/aws/table.ts';
import { readAccount } from '#lib/domain/billing/balance.ts';
import { owedOf, releaseHold, takeHold } from '#lib/domain/billing/hold.ts';
import { takeTestQuota, type TestQuota } from '#lib/platform/limits/test-quota.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { fenced, jobKey, jobOf } from './job-item.ts';
import type { Cut, SplitRefusal, TranscriptionRepository } from './transcription-repository.ts';
import { leaseMs } from './timing.ts';
import { billableMs, type Claim, Transcription } from './transcription.ts';
import { later } from '#lib/platform/durations.ts';

/** A write that accompanies the audio length, and the outcome if it is refused. */
type Term = { readonly write: Write; readonly refusal: SplitRefusal };

/** The stored job, if an earlier call of this attempt recorded the length but its response was lost. */
const alreadySplit = ({ attempt }: Claim, item: Item | undefined): Transcription | undefined => {
  const job = item && Transcription.parse(item);
  const isOwn = job?.status === 'processing' && job.attempt === attempt && job.chunkCount !== null;
  return isOwn ? job : undefined;
};

/** `markSplit` on DynamoDB: one update, or a transaction if the length changes a hold or a quota. */
export const dynamoMarkSplit = (
  table: Table,
  testQuota: TestQuota,
): Pick<TranscriptionRepository, 'markSplit'> => {
  /** Corrects the hold to the exact price, or subtracts the audio from the test quota. */
  const termsOf = async (job: Transcription, cut: Cut): Promise<Term[]> => {
    const { tenant, organizationId, heldMicroUsd } = job;
    if (modeOf(tenant) === 'test') {
      const update = takeTestQuota(tenant, testQuota, { audioMs: billableMs(cut), now: cut.now });
      return [{ write: { update }, refusal: 'test_quota_exceeded' }];
    }
    if (heldMicroUsd === null || organizationId === null) return [];
    const missing = chargeMicroUsd(billableMs(cut)) - heldMicroUsd;
    const refusal = 'insufficient_credits';
    if (missing === 0) return [];
    if (missing < 0) return releaseHold(job, -missing).map((write) => ({ write, refusal }));
    const owed = owedOf(await readAccount(table, organizationId));
    return [{ write: { update: takeHold(organizationId, missing, owed) }, refusal }];
  };

  return {
    markSplit: async (job, cut) => {
      const { chunkCount, audioMs, channels, chunksOfParts, now } = cut;
      const isHolding = job.heldMicroUsd !== null;
      const price = chargeMicroUsd(billableMs(cut));
      const change = fenced(job, {
        set: `SET chunkCount = :count, audioMs = :ms, channels = :channels, due_at = :due${
          isHolding ? ', heldMicroUsd = :price, holds = :holds' : ''
        }${chunksOfParts ? ', chunksOfParts = :parts' : ''} REMOVE leaseUntil, parts, cutParts`,
        values: {
          ':count': chunkCount,
          ':ms': audioMs,
          ':channels': channels,
          ':due': later(now, leaseMs).toISOString(),
          ...(chunksOfParts && { ':parts': chunksOfParts }),
          ...(isHolding && {
            ':price': price,
            ':holds': [...job.holds, { microUsd: price, at: now.toISOString() }],
          }),
        },
      });
      const terms = await termsOf(job, cut);
      if (terms.length === 0) return jobOf(await table.update(change));
      const once = { ...change, where: `${change.where} AND attribute_not_exists(chunkCount)` };
      const outcome = await table.transact([{ update: once }, ...terms.map(({ write }) => write)]);
      if (outcome.done) return alreadySplit(job, await table.get(jobKey(job)));
      const [first] = outcome.reasons;
      return first?.refused ? alreadySplit(job, first.item) : terms[0]?.refusal;
    },
  };
};
