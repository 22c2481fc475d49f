import { later, ttlAt } from '#lib/platform/durations.ts';
import { assigning, type Key, type Table } from '#lib/platform/aws/table.ts';
import { PartsPlan } from '#lib/speech/audio/parts/plan.ts';
import { fenced, jobOf } from './job-item.ts';
import { partOf, PartProgress } from './part-progress.ts';
import { leaseMs, progressKeptMs } from './timing.ts';
import type { PartRef, TranscriptionRepository } from './transcription-repository.ts';
import type { Claim, JobRef } from './transcription.ts';

/** The part of the store that reads and writes the parts of a job. */
export type PartProgressStore = Pick<
  TranscriptionRepository,
  | 'recordPlan'
  | 'findPlan'
  | 'recordCut'
  | 'markChunkDone'
  | 'markPartDone'
  | 'noteProgress'
  | 'findPartProgress'
  | 'listPartProgress'
>;

/** More than any job has parts. */
const maxParts = 1_000;

/** The parts have their own partition, so that their writes do not compete with those of the job. */
const partitionOf = ({ tenant, id }: JobRef): string => `${tenant}/parts-of-${id}`;

const progressKey = ({ part, ...claim }: PartRef): Key => ({
  pk: partitionOf(claim),
  sk: `${claim.attempt}/${String(part).padStart(4, '0')}`,
});

const planKey = (claim: Claim): Key => ({ pk: partitionOf(claim), sk: `plan/${claim.attempt}` });

/** How a job is cut and how much of it is recognized, in the DynamoDB table. */
export const dynamoPartProgress = (table: Pick<Table, 'get' | 'query' | 'update'>): PartProgressStore => ({
  recordPlan: async (claim, plan, now) => {
    const { set, names, values } = assigning({ plan, ttl: ttlAt(later(now, progressKeptMs)) });
    await table.update({ key: planKey(claim), set, where: 'attribute_not_exists(#plan)', names, values });
  },

  findPlan: async (claim) => {
    const item = await table.get(planKey(claim));
    return item && PartsPlan.parse(item['plan']);
  },

  recordCut: async (part, cut, now) => {
    const { item } = await table.update({
      key: progressKey(part),
      set: 'SET part = :part, cut = :cut, #ttl = :ttl',
      where: 'attribute_not_exists(cut)',
      names: { '#ttl': 'ttl' },
      values: { ':part': part.part, ':cut': cut, ':ttl': ttlAt(later(now, progressKeptMs)) },
    });
    return PartProgress.parse(item);
  },

  markChunkDone: async ({ index, ...claim }, { spanMs, now }) => {
    const part = partOf(index);
    const { item } = await table.update({
      key: progressKey({ ...claim, part }),
      set: `SET part = :part, processedMs = if_not_exists(processedMs, :none) + :span, progressAt = :now, #ttl = :ttl
        ADD doneChunks :chunks`,
      where: 'NOT contains(doneChunks, :chunk)',
      names: { '#ttl': 'ttl' },
      values: {
        ':part': part,
        ':none': 0,
        ':span': spanMs,
        ':now': now.toISOString(),
        ':chunk': index,
        ':chunks': new Set([index]),
        ':ttl': ttlAt(later(now, progressKeptMs)),
      },
    });
    return PartProgress.parse(item);
  },

  markPartDone: async ({ part, ...claim }, now) => {
    const values = { ':none': 0, ':due': later(now, leaseMs).toISOString(), ':parts': new Set([part]) };
    const set = 'SET sweeps = :none, due_at = :due ADD doneParts :parts';
    return jobOf(await table.update(fenced(claim, { set, values })));
  },

  noteProgress: async (claim, at) => {
    const values = { ':none': 0, ':due': later(at, leaseMs).toISOString() };
    await table.update(fenced(claim, { set: 'SET sweeps = :none, due_at = :due', values }));
  },

  findPartProgress: async (part) => {
    const item = await table.get(progressKey(part));
    return item && PartProgress.parse(item);
  },

  listPartProgress: async (claim) => {
    const { items } = await table.query({
      where: 'pk = :partition AND sk BETWEEN :first AND :last',
      values: {
        ':partition': partitionOf(claim),
        ':first': `${claim.attempt}/`,
        ':last': `${claim.attempt}/~`,
      },
      limit: maxParts,
    });
    return items.map((item) => PartProgress.parse(item));
  },
});
