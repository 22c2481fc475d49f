import { existsSync, readdirSync } from 'node:fs';
import { canonicalLanguage, isWrittenAlike } from '#lib/speech/languages.ts';
import type { LanguagePairs } from './language-pairs.ts';

const modesDir = '/usr/share/apertium/modes';

/** A translation direction of Apertium, such as "eng-spa", with the BCP-47 tags of its languages. */
export type Mode = { readonly name: string; readonly from: string; readonly to: string };

/** The installed directions, without variants and debug modes. */
export const installedModes = (): Mode[] =>
  (existsSync(modesDir) ? readdirSync(modesDir) : []).flatMap((file) => {
    const [, name, source = '', target = ''] = /^(([a-z]{2,3})-([a-z]{2,3}))\.mode$/.exec(file) ?? [];
    const from = canonicalLanguage(source);
    const to = canonicalLanguage(target);
    return name && from && to ? [{ name, from, to }] : [];
  });

export const pairsOfModes = (modes: readonly Mode[]): LanguagePairs => ({
  targetsOf: (language) => modes.filter(({ from }) => isWrittenAlike(from, language)).map(({ to }) => to),
});

/** The language pairs of this machine's Apertium; none if it is not installed. */
export const apertiumPairs = (): LanguagePairs => pairsOfModes(installedModes());
