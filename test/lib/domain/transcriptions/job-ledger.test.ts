import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '#lib/domain/transcriptions/job-ledger.ts';
import { aTranscription } from '../../../support/transcription.ts';

const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`;
const billedMicroUsd = 5_103;
const completed = { status: 'completed', completedAt: at(9), billedMicroUsd } as const;
const holds = [
  { microUsd: 24_000, at: at(0) },
  { microUsd: 5_103, at: at(3) },
];

test('a job holds its highest price, gives back what its length does not need, and at its end pays from the rest', () => {
  expect(linesOf(aTranscription({ ...completed, holds }))).toEqual([
    { kind: 'hold', microUsd: -24_000, at: at(0) },
    { kind: 'release', microUsd: 18_897, at: at(3) },
    { kind: 'release', microUsd: 5_103, at: at(9) },
    { kind: 'charge', microUsd: -5_103, at: at(9) },
  ]);
});

test('a job on its way has given back nothing that it holds', () => {
  expect(linesOf(aTranscription({ status: 'processing', holds }))).toHaveLength(2);
});

test('the lines of a job that has ended add up to its price, whatever it held', () => {
  const held = fc.array(fc.nat(50_000)).map((all) => all.map((microUsd) => ({ microUsd, at: at(1) })));
  const ended = fc.constantFrom(completed, { ...completed, status: 'failed', billedMicroUsd: 0 } as const);
  fc.assert(
    fc.property(held, ended, (some, end) => {
      const lines = linesOf(aTranscription({ ...end, holds: some }));
      expect(lines.reduce((sum, { microUsd }) => sum + microUsd, 0)).toBe(0 - end.billedMicroUsd);
    }),
  );
});
