import { wordSet } from './word-set.ts';

/** The place in a text after a word: at the start of a sentence, inside a sentence, or unknown. */
export type Place = 'start' | 'inside' | 'unknown';

/** Abbreviations whose full stop usually does not end a sentence. In lower case, without the full stop. */
const abbreviations: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    'mr mrs ms dr prof st sr jr gen lt sgt capt hon gov sen rep mt ft ave blvd vs etc inc ltd corp vol pp dept est approx al ca cf',
  ),
  de: wordSet('hr fr dr prof st nr bzw usw str tel evtl ggf inkl zzgl vgl sog ca etc jh'),
  es: wordSet('sr sra srta dr dra ud uds vd vds núm pág av avda prof etc'),
  fr: wordSet('m mme mlle mm me dr st ste av env etc'),
  it: wordSet('sig dott dr ing avv prof egr spett pag ecc'),
  pt: wordSet('sr sra dr dra exmo exma prof profa av pág etc'),
  nl: wordSet('dhr mevr mw dr drs prof st bijv enz jl resp nr'),
  ru: wordSet('г гг ул др пр тыс млн руб стр им'),
};
const common = wordSet('dr prof mr mrs st etc');

/** Languages that write ordinals with a full stop: "am 3. Mai". */
const dottedOrdinals = wordSet('de da nb nn no fi et lv cs sk sl hr sr bs pl hu tr is fo lb eu');

const closers = /[\p{Pe}\p{Pf}"'’]+$/u;
const initials = /(?:^|[\p{P}\p{S}])\p{L}\.$|\p{L}\.\p{L}+\.$/u;
const ownWord = /[\p{L}\p{M}\p{N}]+(?=\.$)/u;

const isAbbreviated = (word: string, language: string): boolean => {
  if (initials.test(word)) return !(language === 'en' && /(?:^|\P{L})i\.$/iu.test(word));
  const own = ownWord.exec(word)?.[0].toLowerCase() ?? '';
  return (
    (abbreviations[language] ?? common).has(own) || (dottedOrdinals.has(language) && /^\p{N}+$/u.test(own))
  );
};

/** The place of the next word after `word`, which is followed by white space. `language` is a primary subtag. */
export const placeAfter = (word: string, language: string): Place => {
  const bare = word.replace(closers, '');
  const isQuoted = bare !== word && /["'’\p{Pf}]/u.test(word.slice(bare.length));
  if (/(?:\.\.|…)$/u.test(bare)) return 'unknown';
  if (bare.endsWith('.')) return isQuoted || isAbbreviated(bare, language) ? 'unknown' : 'start';
  // As in: "What?" he said.
  if (/\p{Sentence_Terminal}$/u.test(bare)) return isQuoted ? 'unknown' : 'start';
  if (language === 'el' && bare.endsWith(';')) return 'start';
  return /[\p{L}\p{N}]/u.test(bare) ? 'inside' : 'unknown';
};
