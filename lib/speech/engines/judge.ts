import type { Recognition, SpeechEngine } from './engine.ts';
import { repeatsItself } from './loops.ts';

/** The verdict on a stretch of speech. Only `understood` text is delivered. `not_speech` means that it was some other sound. */
export type Verdict = 'understood' | 'foreign' | 'not_understood' | 'not_speech';

/** Below this limit, a text is a guess, with any model. In noise, models guess sooner. */
const minLogProb = { clear: -1, noisy: -0.7 };
/** In noise, an unsure text that repeats anything is the start of a loop. In clear speech, repetitions are real. */
const minRepeatedInNoise = -0.4;
/**
 * Below this limit, a model that supports one language hears another one (ADR 23). Clear English of 3 s and more scores
 * −0.02 to −0.29, another language −0.48 to −1.35. Short texts scatter, so `perSecond` is divided by the length.
 */
const ownLanguage = { min: -0.4, perSecond: -0.2 };
/** In clear speech, a model of many languages is surer than this of the language or of the text. */
const unsureLanguage = { below: 0.6, minLogProb: -0.4 };
/**
 * A text of a model of many languages is a guess below `min` plus `perSecond` divided by the length, because short texts
 * scatter. The less certain the language, the higher the limit, up to `max` (ADR 58).
 */
const guess = { min: -0.6, perSecond: -0.9, unsureLanguage: 0.5, max: -0.4 };
const blip = { maxMs: 700, minLogProb: -0.5 };

/** Properties of the segment of a text, and the abilities of its engine. */
export type Judged = Pick<SpeechEngine['capabilities'], 'detectsLanguage'> & {
  readonly speechMs: number;
  readonly isNoisy: boolean;
  /** Whether the segment is part of a segment whose text was not understood. */
  readonly isPart: boolean;
};

/** Whisper may write a row of dots or dashes for a sound that is not speech. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether shorter audio may give a better text. */
export const isHallucination = ({ complete, text }: Recognition): boolean =>
  !complete || !hasWords(text) || repeatsItself(text);

/** Whether a text looks as if the model does not support the spoken language. */
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
  // The parts of a guess score better than the whole, but are still guesses.
  const leeway = isPart ? 0 : (1_000 * guess.perSecond) / speechMs;
  const limit = guess.min + leeway + guess.unsureLanguage * (1 - (languageConfidence ?? 1));
  return detectsLanguage && meanLogProb < Math.min(limit, guess.max);
};

/** Judges a text by its mean log-probability. If the model detected the language, its probability counts too. */
export const judge = (recognition: Recognition, judged: Judged): Verdict => {
  const { text, meanLogProb } = recognition;
  if (judged.speechMs < blip.maxMs && (!hasWords(text) || meanLogProb < blip.minLogProb)) return 'not_speech';
  if (!hasWords(text)) return judged.isNoisy || judged.detectsLanguage ? 'not_understood' : 'foreign';
  if (judged.isNoisy) return isGuessInNoise(recognition) ? 'not_understood' : 'understood';
  if (isForeign(recognition, judged)) return 'foreign';
  return isGuess(recognition, judged) ? 'not_understood' : 'understood';
};
