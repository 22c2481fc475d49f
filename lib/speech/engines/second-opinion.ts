import type { Recognition, RecognizeOptions, SpeechEngine } from './engine.ts';
import { isHallucination } from './judge.ts';
import { cutEcho } from './loops.ts';
import type { SpeechModel } from './models.ts';

/**
 * The range of mean log-probability in which a text is doubted (ADR 27). A surer text is rarely wrong. A less sure text
 * is noise or another language, for which a wider model would invent words too.
 */
const doubted = { from: -0.75, to: -0.2 };

/** Whether a text is sure enough to need no other model. */
export const isSure = ({ meanLogProb }: Pick<Recognition, 'meanLogProb'>): boolean =>
  meanLogProb >= doubted.to;

/** Whether a wider model should recognize the speech too. */
export const isDoubted = (first: Recognition): boolean =>
  first.text !== '' && first.meanLogProb >= doubted.from && !isSure(first);

/**
 * A model that supports more languages. It is not told the expected language, and does not translate, because it only
 * assists.
 */
export type Wider = { readonly model: Pick<SpeechModel, 'name' | 'segments'>; readonly engine: SpeechEngine };

/** Recognizes speech with the wider model. */
export const askWider = (
  { engine }: Wider,
  pcm: Float32Array,
  options: RecognizeOptions,
): Promise<Recognition> =>
  engine.recognize(pcm, {
    ...options,
    languageHints: [],
    languageBefore: null,
    translateTo: null,
    isSecondOpinion: true,
  });

const isEchoed = ({ text }: Recognition): boolean => cutEcho(text) !== text;

/**
 * The likelier of two texts. Keeps the first one if the wider model heard another language or a loop, or if only the
 * second text ends with an echo.
 */
export const surerText = (first: Recognition, second: Recognition, { model }: Wider): Recognition => {
  const isBetter =
    second.language === first.language &&
    !isHallucination(second) &&
    (!isEchoed(second) || isEchoed(first)) &&
    second.meanLogProb > first.meanLogProb;
  return isBetter ? { ...second, languageConfidence: first.languageConfidence, model: model.name } : first;
};

/** An engine that gets a second opinion of a wider model on speech of which it is unsure. */
export const withSecondOpinion = (engine: SpeechEngine, wider: Wider): SpeechEngine => ({
  ...engine,
  async recognize(pcm, options) {
    const first = await engine.recognize(pcm, options);
    return isDoubted(first) ? surerText(first, await askWider(wider, pcm, options), wider) : first;
  },
});
