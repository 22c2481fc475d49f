import * as z from 'zod';
import { amazonPairs } from './amazon-languages.ts';
import { apertiumPairs } from './apertium-modes.ts';
import type { LanguagePairs } from './language-pairs.ts';

/** What translates text in a deployment, by its `translator` setting. Apertium is for the laptop. */
export const TranslatorName = z.enum(['none', 'apertium', 'amazon-translate']);
export type TranslatorName = z.infer<typeof TranslatorName>;

const offers = {
  none: () => ({ targetsOf: () => [] }),
  apertium: apertiumPairs,
  'amazon-translate': () => amazonPairs,
} as const satisfies Record<TranslatorName, () => LanguagePairs>;

/** Between which languages the translator of that name translates, as far as can be told without calling it. */
export const languagePairsOf = (name: TranslatorName): LanguagePairs => offers[name]();
