import type { Heard } from './speak.ts';

/** The final texts, and their times of arrival. */
export const finalsOf = ({ received }: Heard) =>
  received.flatMap(({ atMs, event }) =>
    event.type === 'transcript.final' ? [{ atMs, ...event.segment }] : [],
  );

/** All final texts. */
export const textOf = (heard: Heard): string =>
  finalsOf(heard)
    .map(({ text }) => text)
    .join(' ');

/** The times from the start of speech after a silence to its first text, in ms. */
export const firstTextMs = (heard: Heard): number[] => {
  const finals = finalsOf(heard);
  return finals.flatMap(({ id, start_ms: startMs, atMs }, i) => {
    if (finals[i - 1]?.end_reason === 'length') return [];
    const partial = heard.received.find(
      ({ event }) =>
        event.type === 'transcript.partial' && event.segment.id === id && event.segment.text !== '',
    );
    return [Math.min(partial?.atMs ?? Infinity, atMs) - startMs];
  });
};

/** The times from the end of speech to its final text, in ms, for speech that ended with a silence. */
export const finalTextMs = (heard: Heard): number[] =>
  finalsOf(heard).flatMap(({ end_reason: reason, end_ms: endMs, atMs }) =>
    reason === 'silence' ? [atMs - endMs] : [],
  );

/** The times from the customer's `finalize` to its final text, in ms. */
export const finalizedTextMs = (heard: Heard): number[] => {
  const brought = finalsOf(heard).filter(({ end_reason: reason }) => reason === 'finalize');
  return heard.finalizedAtMs.flatMap((askedMs) => {
    const final = brought.find(({ atMs }) => atMs > askedMs);
    return final ? [final.atMs - askedMs] : [];
  });
};

/** A text that arrives sooner than this after a kill was posted before the kill. */
const inFlightMs = 100;

/** The time from the kill of a runner to the next text, in ms. */
export const textAfterKillMs = ({ received }: Heard, killedMs: number): number[] => {
  const next = received.find(
    ({ atMs, event }) =>
      atMs > killedMs + inFlightMs &&
      (event.type === 'transcript.partial' || event.type === 'transcript.final'),
  );
  return next ? [next.atMs - killedMs] : [];
};
