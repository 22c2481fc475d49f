import { amazonTranslator } from './amazon-translate.ts';
import { apertiumTranslator } from './apertium.ts';
import type { TextTranslator } from './translator.ts';
import { languagePairsOf, type TranslatorName } from './translators.ts';

/** For deployments without a translator. Never called, because it has no language pairs. */
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

export const openTranslator = (name: TranslatorName): TextTranslator => open[name]();
