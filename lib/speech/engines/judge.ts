import type { Recognition, SpeechEngine } from './engine.ts';
import { repeatsItself } from './loops.ts';

/** What became of a stretch of speech. Only what is understood is delivered; `not_speech` was a sound. */
export type Verdict = 'understood' | 'foreign' | 'not_understood' | 'not_speech';

/** A text below is a guess of any model. */
const minLogProb = -1;
/**
 * Below, a model that knows one language reads another one, or too much noise (ADR 23). Clear English of 3 s and more: −0.02 to
 * −0.29, another language: −0.48 to −1.35. Short texts scatter, so `perSecond` is divided by the length.
 */
const ownLanguage = { clear: { min: -0.4, perSecond: -0.2 }, noisy: { min: -0.75, perSecond: 0 } };
const blip = { maxMs: 700, minLogProb: -0.5 };

/** The segment that a text was made of, and what its engine is able to do. */
export type Judged = Pick<SpeechEngine['capabilities'], 'detectsLanguage'> & {
  readonly speechMs: number;
  readonly isNoisy: boolean;
};

/** Whether shorter audio may give a better text. */
export const isHallucination = ({ complete, meanLogProb, text }: Recognition): boolean =>
  !complete || text === '' || meanLogProb < minLogProb || repeatsItself(text);

/** Judges a text by its mean log-probability. */
export const judge = (
  { text, meanLogProb }: Recognition,
  { speechMs, isNoisy, detectsLanguage }: Judged,
): Verdict => {
  if (speechMs < blip.maxMs && (text === '' || meanLogProb < blip.minLogProb)) return 'not_speech';
  if (text === '') return 'not_understood';
  if (!detectsLanguage) {
    const { min, perSecond } = isNoisy ? ownLanguage.noisy : ownLanguage.clear;
    if (meanLogProb < min + (1_000 * perSecond) / speechMs) return isNoisy ? 'not_understood' : 'foreign';
  }
  return meanLogProb < minLogProb ? 'not_understood' : 'understood';
};
