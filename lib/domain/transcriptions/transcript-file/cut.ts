import { maxLineColumns } from './columns.ts';
import { layOut, lineColumns, breakCost } from './lines.ts';
import type { TimedPiece } from './timed-text.ts';

export const minCueMs = 1_000;
export const maxCueMs = 7_000;

/** A silence of this length always separates two cues. */
export const pauseMs = 700;

// Costs of a cut, in arbitrary units; the cheapest sequence of cues is chosen.
const perCue = 8;
const cutInSentence = 3.5;
const unfinishedSentence = 8;
const tooShort = 10;
const pauseInside = 10;
const driftPerSecond = 3;

/** The cheapest cut of the pieces up to some index: its cost, and the index at which its last run starts. */
type Way = { readonly cost: number; readonly from: number };
const start: Way = { cost: 0, from: 0 };
const noWay: Way = { cost: Infinity, from: 0 };

const fits = (run: readonly TimedPiece[]): boolean => {
  const first = run[0];
  const last = run.at(-1);
  if (!first || !last || lineColumns(run) > 2 * maxLineColumns + 1) return false;
  return run.length === 1 || last.endMs - first.startMs <= maxCueMs;
};

/** The silence before `next` as a share of `pauseMs`, at most 1. */
const pauseShare = (last: TimedPiece, next: TimedPiece): number =>
  Math.min(1, Math.max(0, next.startMs - last.endMs) / pauseMs);

const endCost = (run: readonly TimedPiece[], last: TimedPiece, next: TimedPiece): number => {
  const isUnfinished = last.ending !== 'sentence' && run.some(({ ending }) => ending === 'sentence');
  return (
    cutInSentence * breakCost(last) * (1 - pauseShare(last, next)) + (isUnfinished ? unfinishedSentence : 0)
  );
};

const pausesCost = (run: readonly TimedPiece[]): number =>
  run.slice(1).reduce((sum, piece, i) => sum + pauseInside * pauseShare(run[i] ?? piece, piece), 0);

/** The cost of a run as one cue, given the piece after it. Infinity if it does not fit on two lines. */
const costOf = (run: readonly TimedPiece[], next: TimedPiece | undefined): number => {
  const first = run[0];
  const last = run.at(-1);
  const layout = layOut(run);
  if (!first || !last || !layout) return Infinity;
  const shownMs = Math.max(last.endMs, next?.startMs ?? 0) - first.startMs;
  const short = tooShort * Math.max(0, 1 - shownMs / minCueMs);
  return perCue + layout.cost + pausesCost(run) + short + (next ? endCost(run, last, next) : 0);
};

/** The runs that end before piece `to`. */
const runsBefore = (pieces: readonly TimedPiece[], to: number): Way[] => {
  const runs: Way[] = [];
  for (let from = to - 1; from >= 0; from -= 1) {
    const run = pieces.slice(from, to);
    if (!fits(run)) break;
    runs.push({ from, cost: costOf(run, pieces[to]) });
  }
  return runs;
};

const cheapest = (runs: readonly Way[], costBefore: (from: number) => number): Way => {
  let best = noWay;
  for (const { from, cost } of runs) {
    const total = costBefore(from) + cost;
    if (total < best.cost) best = { cost: total, from };
  }
  return best;
};

/** Cuts the pieces of a passage into runs, one for each cue. */
export const cut = (pieces: readonly TimedPiece[]): TimedPiece[][] => {
  const ways: Way[] = [start];
  for (let to = 1; to <= pieces.length; to += 1)
    ways.push(cheapest(runsBefore(pieces, to), (from) => ways[from]?.cost ?? Infinity));
  const runs: TimedPiece[][] = [];
  for (let to = pieces.length; to > 0; to = ways[to]?.from ?? 0)
    runs.push(pieces.slice(ways[to]?.from ?? 0, to));
  return runs.toReversed();
};

/**
 * Cuts pieces into exactly `count` runs, the last of them empty when there are fewer pieces. Runs start close to
 * `startsMs`. `count` must not be less than `cut` needs.
 */
export const cutInto = (
  pieces: readonly TimedPiece[],
  count: number,
  startsMs: readonly number[],
): TimedPiece[][] => {
  if (pieces.length <= count) return Array.from({ length: count }, (_, i) => pieces.slice(i, i + 1));
  const drift = (run: number, from: number): number => {
    const startMs = pieces[from]?.startMs ?? 0;
    return (driftPerSecond * Math.abs(startMs - (startsMs[run] ?? startMs))) / 1_000;
  };
  const runsTo = pieces.map((_, i) => runsBefore(pieces, i + 1));
  const rows: Way[][] = [[start]];
  for (let run = 0; run < count; run += 1) {
    const before = rows[run];
    const costBefore = (from: number): number => (before?.[from]?.cost ?? Infinity) + drift(run, from);
    rows.push([noWay, ...runsTo.map((runs) => cheapest(runs, costBefore))]);
  }
  const runs: TimedPiece[][] = [];
  for (let run = count, to = pieces.length; run > 0; run -= 1) {
    const from = rows[run]?.[to]?.from ?? 0;
    runs.push(pieces.slice(from, to));
    to = from;
  }
  return runs.toReversed();
};
