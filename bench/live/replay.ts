import { toSamples } from '#lib/speech/audio/pcm.ts';
import type { LiveDecision, LivePartial, LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import { processorMs } from '../support/processor-time.ts';

/** What a listener gets, and when: in ms since the first sample was spoken. */
export type Replay = {
  readonly decisions: readonly (LiveDecision & { readonly atMs: number })[];
  readonly partials: readonly (LivePartial & { readonly atMs: number })[];
  /** From each time that a final was asked for to its text. */
  readonly finalizedMs: readonly number[];
  readonly cpuMs: number;
};

/** The next partial waits until the last one took at most 40 % of the time since. */
const waitPerPass = 1.5;

/**
 * How the audio arrives, how many times as slow as this one the processor is, and when the customer asks for a final: with the
 * next piece that is over.
 */
type Conditions = {
  readonly pieceMs: number;
  readonly slowness: number;
  readonly finalizeAtMs?: readonly number[];
};

/**
 * Replays a recording as if it were spoken now. Each call takes its own processor time on a simulated clock, because waiting
 * for other load on the machine must not count.
 */
export const replay = async (
  transcriber: LiveTranscriber,
  pcm: Int16Array,
  { pieceMs, slowness, finalizeAtMs = [] }: Conditions,
): Promise<Replay> => {
  const pieceSamples = toSamples(pieceMs);
  const decisions: Replay['decisions'][number][] = [];
  const partials: Replay['partials'][number][] = [];
  let [nowMs, cpuMs, nextPartialMs] = [0, 0, 0];
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
