import { allowanceMs, maxLeadMs, maxSpeed } from './timing.ts';

/** The maximum audio that a client may have sent when its session was created `elapsedMs` ago. */
export const maxAudioMs = (elapsedMs: number): number => maxLeadMs + maxSpeed * elapsedMs;

const minPollMs = 12;
const maxPollMs = 250;
/** Time before the next frame is due at which polling begins. */
const earlyMs = 24;

/**
 * The pause before the next look for audio: until the next frame is expected, then short ones, then longer and longer
 * ones.
 */
export const pollMs = ({
  sinceFoundMs,
  frameMs,
}: {
  readonly sinceFoundMs: number;
  /** The length of the last frame. */
  readonly frameMs: number;
}): number => {
  const dueInMs = frameMs - earlyMs - sinceFoundMs;
  if (dueInMs > minPollMs) return Math.min(dueInMs, maxPollMs);
  return Math.min(maxPollMs, Math.max(minPollMs, -dueInMs / 10));
};

/**
 * The amount of new audio after which the recognizer runs again. Until there is a first text, it runs on short audio,
 * which costs little.
 */
const minHopMs = { first: 100, later: 200 } as const;
/**
 * Pause after a run of the recognizer, as a multiple of its duration, so that runs take at most 40 % of a processor.
 */
const restFactor = 1.5;

/** Decides when the recognizer runs for a partial text. */
export const partialPace = () => {
  let lastHeardMs = 0;
  let restUntil = 0;
  return {
    /** Whether it runs now, with audio up to `heardMs`. `hop` says whether the segment already has a text. */
    isDue: (heardMs: number, now: number, hop: keyof typeof minHopMs): boolean =>
      heardMs - lastHeardMs >= minHopMs[hop] && now >= restUntil,
    passed: (heardMs: number, { begunAt, endedAt }: { begunAt: number; endedAt: number }): void => {
      lastHeardMs = heardMs;
      restUntil = endedAt + restFactor * (endedAt - begunAt);
    },
  };
};

/**
 * Decides when a runner checks the credit, or the test quota: at its start, and after each minute of time or of audio.
 */
export const allowancePace = () => {
  let lastHeardMs = -Infinity;
  let lastAt = -Infinity;
  return {
    /** Whether it must check now. Calling this counts as the check. */
    isDue: (heardMs: number, now: number): boolean => {
      if (heardMs - lastHeardMs < allowanceMs && now - lastAt < allowanceMs) return false;
      [lastHeardMs, lastAt] = [heardMs, now];
      return true;
    },
  };
};
