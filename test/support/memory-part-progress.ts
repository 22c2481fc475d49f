import { later } from '#lib/platform/durations.ts';
import { partOf, type PartProgress } from '#lib/domain/transcriptions/part-progress.ts';
import { leaseMs } from '#lib/domain/transcriptions/timing.ts';
import type { PartProgressStore } from '#lib/domain/transcriptions/part-progress.dynamodb.ts';
import type { PartRef } from '#lib/domain/transcriptions/transcription-repository.ts';
import type { Claim } from '#lib/domain/transcriptions/transcription.ts';
import type { PartsPlan } from '#lib/speech/audio/parts/plan.ts';
import type { Row, Update } from './memory-row.ts';

const attemptOf = ({ tenant, id, attempt }: Claim): string => `${tenant}/${id}/${attempt}`;

/** The recognition progress of jobs, in memory. `held` tells whether an attempt at a job is current. */
export const memoryPartProgress = (update: Update, held: (claim: Claim) => (row: Row) => boolean) => {
  const attempts = new Map<string, Map<number, PartProgress>>();
  const partsOf = (claim: Claim): Map<number, PartProgress> => {
    const parts = attempts.get(attemptOf(claim)) ?? new Map<number, PartProgress>();
    attempts.set(attemptOf(claim), parts);
    return parts;
  };
  const moved = (claim: Claim, at: Date, done: readonly number[] = []) =>
    update(claim, held(claim), ({ doneParts }) => ({
      sweeps: 0,
      dueAt: later(at, leaseMs).toISOString(),
      doneParts: new Set([...doneParts, ...done]),
    }));

  const progressOf = (claim: Claim): readonly PartProgress[] =>
    [...partsOf(claim).values()].toSorted((a, b) => a.part - b.part);
  const none = { cut: null, doneChunks: new Set<number>(), processedMs: 0, progressAt: null };
  const plans = new Map<string, PartsPlan>();
  const store: PartProgressStore = {
    recordPlan: async (claim, plan) => {
      if (!plans.has(attemptOf(claim))) plans.set(attemptOf(claim), plan);
    },
    findPlan: async (claim) => plans.get(attemptOf(claim)),
    recordCut: async ({ part, ...claim }, cut) => {
      const parts = partsOf(claim);
      const before = parts.get(part) ?? { part, ...none };
      const after: PartProgress = { ...before, cut: before.cut ?? cut };
      parts.set(part, after);
      return after;
    },
    markChunkDone: async ({ index, ...claim }, { spanMs, now }) => {
      const parts = partsOf(claim);
      const part = partOf(index);
      const before = parts.get(part) ?? { part, ...none };
      if (before.doneChunks.has(index)) return before;
      const after: PartProgress = {
        ...before,
        doneChunks: new Set([...before.doneChunks, index]),
        processedMs: before.processedMs + spanMs,
        progressAt: now.toISOString(),
      };
      parts.set(part, after);
      return after;
    },
    markPartDone: async ({ part, ...claim }: PartRef, now) => moved(claim, now, [part]),
    noteProgress: async (claim, at) => void moved(claim, at),
    findPartProgress: async ({ part, ...claim }) => partsOf(claim).get(part),
    listPartProgress: async (claim) => progressOf(claim),
  };
  return { store, progressOf };
};
