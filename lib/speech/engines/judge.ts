import type { Recognition, SpeechEngine } from './engine.ts';
import { repeatsItself } from './loops.ts';

/** What became of a stretch of speech. Only what is understood is delivered; `not_speech` was a sound. */
export type Verdict = 'understood' | 'foreign' | 'not_understood' | 'not_speech';

/** A text below is a guess of any model; in noise they guess sooner. */
const minLogProb = { clear: -1, noisy: -0.7 };
/** In noise an unsure text that says anything twice is the start of a loop. Clear speech repeats itself too. */
const minRepeatedInNoise = -0.4;
/**
 * Below, a model that knows one language reads another one (ADR 23). Clear English of 3 s and more: −0.02 to −0.29, another
 * language: −0.48 to −1.35. Short texts scatter, so `perSecond` is divided by the length.
 */
const ownLanguage = { min: -0.4, perSecond: -0.2 };
/** A model that knows many languages is surer of the language of clear speech, or of its text. */
const unsureLanguage = { below: 0.6, minLogProb: -0.4 };
/**
 * A text of a model that knows many languages is a guess below `min` plus `perSecond` divided by the length, because short texts scatter.
 * The limit rises by a share of what the language lacks to certainty, up to `max` (ADR 58).
 */
const guess = { min: -0.6, perSecond: -0.9, unsureLanguage: 0.5, max: -0.4 };
const blip = { maxMs: 700, minLogProb: -0.5 };

/** The segment that a text was made of, and what its engine is able to do. */
export type Judged = Pick<SpeechEngine['capabilities'], 'detectsLanguage'> & {
  readonly speechMs: number;
  readonly isNoisy: boolean;
  /** Whether it is a part of a segment whose text was not understood. */
  readonly isPart: boolean;
};

/** Whisper may write a row of dots or dashes for a sound. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether shorter audio may give a better text. */
export const isHallucination = ({ complete, meanLogProb, text }: Recognition): boolean =>
  !complete || !hasWords(text) || meanLogProb < minLogProb.clear || repeatsItself(text);

/** Whether a text reads as if the model did not know the language that is spoken. */
const isForeign = (
  { meanLogProb, languageConfidence }: Recognition,
  { speechMs, detectsLanguage }: Judged,
): boolean => {
  const { min, perSecond } = ownLanguage;
  if (!detectsLanguage) return meanLogProb < min + (1_000 * perSecond) / speechMs;
  return (languageConfidence ?? 1) < unsureLanguage.below && meanLogProb < unsureLanguage.minLogProb;
};

const isGuessInNoise = ({ text, meanLogProb }: Recognition): boolean =>
  meanLogProb < minLogProb.noisy || (meanLogProb < minRepeatedInNoise && repeatsItself(text, 1));

const isGuess = (
  { meanLogProb, languageConfidence }: Recognition,
  { speechMs, detectsLanguage, isPart }: Judged,
): boolean => {
  if (meanLogProb < minLogProb.clear) return true;
  // Parts of a guess read better than the whole, without being right.
  const leeway = isPart ? 0 : (1_000 * guess.perSecond) / speechMs;
  const limit = guess.min + leeway + guess.unsureLanguage * (1 - (languageConfidence ?? 1));
  return detectsLanguage && meanLogProb < Math.min(limit, guess.max);
};

/** Judges a text by its mean log-probability, and the language that a model detected by its probability. */
export const judge = (recognition: Recognition, judged: Judged): Verdict => {
  const { text, meanLogProb } = recognition;
  if (judged.speechMs < blip.maxMs && (!hasWords(text) || meanLogProb < blip.minLogProb)) return 'not_speech';
  if (!hasWords(text)) return 'not_understood';
  if (judged.isNoisy) return isGuessInNoise(recognition) ? 'not_understood' : 'understood';
  if (isForeign(recognition, judged)) return 'foreign';
  return isGuess(recognition, judged) ? 'not_understood' : 'understood';
};
