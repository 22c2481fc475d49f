import { isWrittenAlike } from '#lib/speech/languages.ts';
import { installedModes, pairsOfModes } from './apertium-modes.ts';
import { translateByLine } from './by-line.ts';
import { runFilter } from './run-filter.ts';
import type { TextTranslator } from './translator.ts';

/** Starting Apertium takes 0.2 s, and translating this much text takes 0.25 s. */
const maxBytes = 20_000;

/** A `TextTranslator` that uses the Apertium of this machine: rule-based translation for local development. */
export const apertiumTranslator = (): TextTranslator => {
  const modes = installedModes();
  return {
    ...pairsOfModes(modes),
    maxBytes,
    translate: (texts, { from, to, signal }) => {
      const mode = modes.find((one) => isWrittenAlike(one.from, from) && isWrittenAlike(one.to, to));
      if (!mode) throw new Error(`Apertium has no mode from ${from} to ${to}.`);
      // Apertium's rules may reorder words across single line breaks, but not across empty lines.
      return translateByLine(texts, '\n\n', (text) =>
        runFilter('apertium', ['-u', mode.name], { text, signal }),
      );
    },
  };
};
