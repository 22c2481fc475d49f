import type { Outcome } from './outcome.ts';

/** The difference between the outcome of the parts and that of the whole file. Undefined if there is none. */
export const differenceOf = (whole: Outcome, parts: Outcome): string | undefined => {
  if ('failure' in whole || 'failure' in parts) {
    const [one, other] = [whole, parts].map((outcome) => ('failure' in outcome ? outcome.failure : 'done'));
    return one === other ? undefined : `ends as "${other}" instead of "${one}"`;
  }
  if (whole.audioMs !== parts.audioMs) return `has ${parts.audioMs} instead of ${whole.audioMs} ms`;
  const spans = ({ chunks }: typeof whole): string =>
    chunks.map(({ startMs, endMs, leadMs, pcm }) => `${startMs}-${endMs} ${leadMs} ${pcm.length}`).join();
  if (spans(whole) !== spans(parts)) return `is cut at ${spans(parts)} instead of ${spans(whole)}`;
  let samples = 0;
  let different = 0;
  for (const [at, { pcm }] of whole.chunks.entries()) {
    const other = parts.chunks[at]?.pcm;
    samples += pcm.length;
    for (const [i, sample] of pcm.entries()) if (other?.[i] !== sample) different += 1;
  }
  return different === 0 ? undefined : `has ${different} of ${samples} other samples`;
};
