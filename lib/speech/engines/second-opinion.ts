import type { Recognition, RecognizeOptions, SpeechEngine } from './engine.ts';
import { isHallucination } from './judge.ts';
import { cutEcho } from './loops.ts';
import type { SpeechModel } from './models.ts';

/**
 * The mean log-probability of a text that is doubted (ADR 27). A surer one is rarely wrong, and one below is of noise or of another
 * language, from which a wider model would make words too.
 */
const doubted = { from: -0.75, to: -0.2 };

/** Whether a text is sure enough that no other model is asked. */
export const isSure = ({ meanLogProb }: Pick<Recognition, 'meanLogProb'>): boolean =>
  meanLogProb >= doubted.to;

export const isDoubted = (first: Recognition): boolean =>
  first.text !== '' && first.meanLogProb >= doubted.from && !isSure(first);

/** A wider model. It may not be told which language is expected, nor translate what it only helps to read. */
export type Wider = { readonly model: Pick<SpeechModel, 'name' | 'segments'>; readonly engine: SpeechEngine };

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

/** The likelier of two texts, unless the wider model heard another language or a loop, or says once more what ends the text. */
export const surerText = (first: Recognition, second: Recognition, { model }: Wider): Recognition => {
  const isBetter =
    second.language === first.language &&
    !isHallucination(second) &&
    (!isEchoed(second) || isEchoed(first)) &&
    second.meanLogProb > first.meanLogProb;
  return isBetter ? { ...second, languageConfidence: first.languageConfidence, model: model.name } : first;
};

/** An engine that has speech of which it is unsure recognized by a wider model as well. */
export const withSecondOpinion = (engine: SpeechEngine, wider: Wider): SpeechEngine => ({
  ...engine,
  async recognize(pcm, options) {
    const first = await engine.recognize(pcm, options);
    return isDoubted(first) ? surerText(first, await askWider(wider, pcm, options), wider) : first;
  },
});
