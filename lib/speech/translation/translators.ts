import * as z from 'zod';
import { amazonPairs } from './amazon-languages.ts';
import { apertiumPairs } from './apertium-modes.ts';
import type { LanguagePairs } from './language-pairs.ts';

/** Values of the `translator` setting of a deployment. Apertium is for local development only. */
export const TranslatorName = z.enum(['none', 'apertium', 'amazon-translate']);
export type TranslatorName = z.infer<typeof TranslatorName>;

const pairsByName = {
  none: () => ({ targetsOf: () => [] }),
  apertium: apertiumPairs,
  'amazon-translate': () => amazonPairs,
} as const satisfies Record<TranslatorName, () => LanguagePairs>;

/** The language pairs of a translator, without calling it. */
export const languagePairsOf = (name: TranslatorName): LanguagePairs => pairsByName[name]();
