import type { Recognition, SpeechEngine } from './engine.ts';
import { isHallucination } from './judge.ts';
import type { SpeechModel } from './models.ts';

/**
 * The mean log-probability of a text that is doubted (ADR 27). A surer one is rarely wrong, and one below is of noise or of another
 * language, from which a wider model would make words too.
 */
const doubted = { from: -0.75, to: -0.2 };

/** Whether a text is sure enough that no other model is asked. */
export const isSure = ({ meanLogProb }: Pick<Recognition, 'meanLogProb'>): boolean =>
  meanLogProb >= doubted.to;

const isDoubted = (first: Recognition): boolean =>
  first.text !== '' && first.meanLogProb >= doubted.from && !isSure(first);

/**
 * An engine that has speech of which it is unsure recognized by a wider model as well. The likelier text wins, unless the
 * wider model hears another language.
 */
export const withSecondOpinion = (
  engine: SpeechEngine,
  wider: { readonly model: Pick<SpeechModel, 'name'>; readonly engine: SpeechEngine },
): SpeechEngine => ({
  ...engine,
  async recognize(pcm, options) {
    const first = await engine.recognize(pcm, options);
    if (!isDoubted(first)) return first;
    const second = await wider.engine.recognize(pcm, {
      ...options,
      languageHints: [],
      translateTo: null,
    });
    const isBetter =
      second.language === first.language &&
      !isHallucination(second) &&
      second.meanLogProb > first.meanLogProb;
    return isBetter
      ? { ...second, languageConfidence: first.languageConfidence, model: wider.model.name }
      : first;
  },
});
