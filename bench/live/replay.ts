import { toSamples } from '#lib/speech/audio/pcm.ts';
import type { LiveDecision, LivePartial, LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import { processorMs } from '../support/processor-time.ts';

/** The texts that a listener gets, and their times in ms since the first spoken sample. */
export type Replay = {
  readonly decisions: readonly (LiveDecision & { readonly atMs: number })[];
  readonly partials: readonly (LivePartial & { readonly atMs: number })[];
  /** The times from each request for a final to its text. */
  readonly finalizedMs: readonly number[];
  readonly cpuMs: number;
};

/** The next partial waits until its predecessor took at most 40 % of the time since it began. */
const waitPerPass = 1.5;

/**
 * The size of the arriving pieces, the slowness of the processor relative to this one, and the times at which the customer
 * requests a final. The request comes with the next complete piece.
 */
type Conditions = {
  readonly pieceMs: number;
  readonly slowness: number;
  readonly finalizeAtMs?: readonly number[];
};

/**
 * Replays a recording as if it were spoken now. Each call advances a simulated clock by its own processor time, so that waits
 * for other load on the machine do not count.
 */
export const replay = async (
  transcriber: LiveTranscriber,
  pcm: Int16Array,
  { pieceMs, slowness, finalizeAtMs = [] }: Conditions,
): Promise<Replay> => {
  const pieceSamples = toSamples(pieceMs);
  const decisions: Replay['decisions'][number][] = [];
  const partials: Replay['partials'][number][] = [];
  let nowMs = 0;
  let cpuMs = 0;
  let nextPartialMs = 0;
  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const before = processorMs();
    const result = await call();
    const tookMs = slowness * (processorMs() - before);
    nowMs += tookMs;
    cpuMs += tookMs;
    return result;
  };
  const decided = (some: readonly LiveDecision[]): void =>
    void decisions.push(...some.map((decision) => ({ ...decision, atMs: nowMs })));

  const finalizedMs: number[] = [];
  const asksMs = finalizeAtMs.map((atMs) => pieceMs * Math.ceil(atMs / pieceMs));
  const finalize = async (askedMs: number): Promise<void> => {
    const final = await timed(() => transcriber.flush('finalize'));
    decided(final);
    if (final.some(({ segments }) => segments.length > 0)) finalizedMs.push(nowMs - askedMs);
  };

  let heard = 0;
  while (heard < pcm.length) {
    const askMs = asksMs.find((ms) => toSamples(ms) > heard) ?? Infinity;
    const arrived = Math.min(pcm.length, pieceSamples * Math.floor(nowMs / pieceMs), toSamples(askMs));
    if (arrived === heard) {
      nowMs = pieceMs * (Math.floor(nowMs / pieceMs) + 1);
      continue;
    }
    const piece = pcm.subarray(heard, arrived);
    decided(await timed(() => transcriber.hear(piece)));
    heard = arrived;
    if (heard === toSamples(askMs)) {
      await finalize(askMs);
      continue;
    }
    if (nowMs < nextPartialMs) continue;
    const startedMs = nowMs;
    const partial = await timed(() => transcriber.partial());
    if (partial) partials.push({ ...partial, atMs: nowMs });
    nextPartialMs = nowMs + waitPerPass * (nowMs - startedMs);
  }
  decided(await timed(() => transcriber.flush('finish')));
  return { decisions, partials, finalizedMs, cpuMs };
};
