import { isWrittenAlike } from '#lib/speech/languages.ts';
import { installedModes, pairsOfModes } from './apertium-modes.ts';
import { translateByLine } from './by-line.ts';
import { runFilter } from './run-filter.ts';
import type { TextTranslator } from './translator.ts';

/** A start costs a fifth of a second, so much text a quarter. */
const maxBytes = 20_000;

/** `TextTranslator` on the Apertium of this machine: translation by rules, for trying things out on a laptop. */
export const apertiumTranslator = (): TextTranslator => {
  const modes = installedModes();
  return {
    ...pairsOfModes(modes),
    maxBytes,
    translate: (texts, { from, to, signal }) => {
      const mode = modes.find((one) => isWrittenAlike(one.from, from) && isWrittenAlike(one.to, to));
      if (!mode) throw new Error('Apertium was asked for a direction that it does not have.');
      // Its rules move words about as far as the next empty line.
      return translateByLine(texts, '\n\n', (text) =>
        runFilter('apertium', ['-u', mode.name], { text, signal }),
      );
    },
  };
};
