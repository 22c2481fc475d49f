import { amazonTranslator } from './amazon-translate.ts';
import { apertiumTranslator } from './apertium.ts';
import type { TextTranslator } from './translator.ts';
import { languagePairsOf, type TranslatorName } from './translators.ts';

/** For deployments without one: it is never asked, because it offers nothing. */
const noTranslator = (): TextTranslator => ({
  ...languagePairsOf('none'),
  maxBytes: 0,
  translate: () => Promise.reject(new Error('There is no translator.')),
});

const open = {
  none: noTranslator,
  apertium: apertiumTranslator,
  'amazon-translate': amazonTranslator,
} as const satisfies Record<TranslatorName, () => TextTranslator>;

/** The translator of that name. */
export const openTranslator = (name: TranslatorName): TextTranslator => open[name]();
