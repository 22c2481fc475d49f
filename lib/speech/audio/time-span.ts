/** A part of a file, in ms from its start. */
export type TimeSpan = { readonly startMs: number; readonly endMs: number };

export const totalMs = (spans: readonly TimeSpan[]): number =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** The parts of `spans` inside `within`. */
export const clipSpans = (spans: readonly TimeSpan[], within: TimeSpan): TimeSpan[] =>
  spans
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, within.startMs),
      endMs: Math.min(endMs, within.endMs),
    }))
    .filter(({ startMs, endMs }) => endMs > startMs);

/** The parts of `spans` outside all `gaps`. */
export const subtractSpans = (spans: readonly TimeSpan[], gaps: readonly TimeSpan[]): TimeSpan[] =>
  gaps.reduce<TimeSpan[]>(
    (left, gap) => [
      ...clipSpans(left, { startMs: -Infinity, endMs: gap.startMs }),
      ...clipSpans(left, { startMs: gap.endMs, endMs: Infinity }),
    ],
    [...spans],
  );
