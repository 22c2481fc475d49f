import * as z from 'zod';
import { amazonOffer } from './amazon-languages.ts';
import { apertiumOffer } from './apertium-modes.ts';
import type { TranslationOffer } from './offer.ts';

/** What translates text in a deployment, by its `translator` setting. Apertium is for the laptop. */
export const TranslatorName = z.enum(['none', 'apertium', 'amazon-translate']);
export type TranslatorName = z.infer<typeof TranslatorName>;

const offers = {
  none: () => ({ targetsOf: () => [] }),
  apertium: apertiumOffer,
  'amazon-translate': () => amazonOffer,
} as const satisfies Record<TranslatorName, () => TranslationOffer>;

/** Between which languages the translator of that name translates, as far as can be told without calling it. */
export const offerOf = (name: TranslatorName): TranslationOffer => offers[name]();
