import { splitBetween } from '#lib/platform/split-between.ts';
import { primaryLanguage } from '#lib/speech/languages.ts';
import type { Edit } from './edits.ts';
import { capital, hasCapitals } from './letter-case.ts';
import type { FindEdits, Passage } from './rewrite.ts';
import { type Place, placeAfter } from './sentence-end.ts';
import { isFunctionWord } from './function-words.ts';

const opening = /^[\p{P}\p{S}]+/u;
/** The English pronoun: "i", "i'm", "i'll," but not "i.e.". */
const smallPronoun = /^i(?=$|['’](?:m|ll|ve|d|s)(?:$|\P{L})|[,?!;:)\p{Pf}"…]|\.(?!\p{L}))/u;

type Token = { readonly at: number; readonly text: string };

const nextToken = (text: string, from: number): Token | undefined => {
  const token = /\S+/gu;
  token.lastIndex = from;
  const found = token.exec(text);
  return found ? { at: found.index, text: found[0] } : undefined;
};

/**
 * The end of the words that do not change inside a sentence in any language. Most words are like this, and the rules for
 * the others cost more.
 */
const afterPlainWords = (text: string, from: number): number => {
  const plainWords = /(?:\s+[a-z]{2,}(?=\s|$))+/iy;
  plainWords.lastIndex = from;
  return plainWords.test(text) ? plainWords.lastIndex : from;
};

/** Whether a token is a Dutch or Afrikaans clitic: in "'t is" and "'n mens" the second word gets the capital. */
const isClitic = (token: string, language: string): boolean =>
  (language === 'nl' || language === 'af') && /^['’]\p{Ll}$/u.test(token);

const capitalAt = ({ at, text }: Token, language: string | null): Edit[] => {
  const skipped = opening.exec(text)?.[0].length ?? 0;
  const found = capital(text.slice(skipped), language);
  const from = at + skipped;
  return found ? [{ from, to: from + found.was.length, text: found.is }] : [];
};

const pronounAt = ({ at, text }: Token): Edit[] => {
  const skipped = opening.exec(text)?.[0].length ?? 0;
  return smallPronoun.test(text.slice(skipped))
    ? [{ from: at + skipped, to: at + skipped + 1, text: 'I' }]
    : [];
};

/**
 * Removes the capital with which a speech model begins a segment inside a sentence. Only function words change, because
 * names cannot be told from other words.
 */
const seamAt = ({ at, text }: Token): Edit[] =>
  isFunctionWord(text) ? [{ from: at, to: at + 1, text: text.slice(0, 1).toLowerCase() }] : [];

const hasLetter = /[\p{L}\p{N}]/u;
const ended = /[\p{Sentence_Terminal}…;][\p{Pe}\p{Pf}"'’]*$/u;

/**
 * The edits of a passage that begins at `place`, and the place after it. `isSeam` means that the sentence began in an
 * earlier passage.
 */
const inPassage = (
  { text, language }: Passage,
  { subtag, ...before }: { readonly place: Place; readonly isSeam: boolean; readonly subtag: string },
): { readonly edits: Edit[]; readonly place: Place } => {
  const isCased = hasCapitals(language);
  const edits: Edit[] = [];
  let { place, isSeam } = before;
  let end = 0;
  for (;;) {
    const from = place === 'inside' && !isSeam ? afterPlainWords(text, end) : end;
    const token = nextToken(text, from);
    if (!token) return { edits, place };
    end = token.at + token.text.length;
    const isWord = hasLetter.test(token.text);
    const isClitical = isClitic(token.text, subtag);
    if (isCased && isWord && !isClitical) {
      const pronoun = subtag === 'en' ? pronounAt(token) : [];
      if (pronoun.length > 0) edits.push(...pronoun);
      else if (place === 'start') edits.push(...capitalAt(token, language));
      else if (isSeam && subtag === 'en') edits.push(...seamAt(token));
    }
    if (isWord) isSeam = false;
    if (isWord ? !isClitical : ended.test(token.text)) place = placeAfter(token.text, subtag);
  }
};

const openEnd =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Mn}\p{Nd}\p{Sc}%°\p{Pe}])[,–—-]?$/u;

/** Adds a full stop at the end of a text, in place of a comma if there is one. */
const finalMark = ({ text, language }: Passage): Edit[] => {
  const { length } = text.trimEnd();
  const bare = text.slice(0, length);
  if (!hasCapitals(language) || ended.test(bare)) return [];
  const end = openEnd.exec(bare);
  return end ? [{ from: end.index, to: length, text: '.' }] : [];
};

/** A sentence ends at a pause this long, even if the model wrote no mark. */
const endPauseMs = 3_000;

const isOtherLanguage = (before: Passage, { language }: Passage): boolean =>
  before.language !== null && language !== null && before.language !== language;

/** Splits passages at long pauses and where the language changes. Passages without times have no pauses. */
const stretches = (passages: readonly Passage[]): Passage[][] =>
  splitBetween(passages, (before, passage) => {
    const pauseMs = (passage.startMs ?? 0) - (before.endMs ?? Infinity);
    return pauseMs >= endPauseMs || isOtherLanguage(before, passage);
  });

/** The primary subtag of each language, because finding it takes longer than reading a passage. */
type Subtags = ReadonlyMap<string | null, string>;

const subtagsOf = (passages: readonly Passage[]): Subtags =>
  new Map(
    [...new Set(passages.map(({ language }) => language))].map((language) => [
      language,
      language === null ? '' : primaryLanguage(language),
    ]),
  );

const inStretch = (passages: readonly Passage[], subtags: Subtags): Edit[][] => {
  let place: Place = 'start';
  let before: string | null | undefined;
  const edits = passages.map((passage) => {
    const isSeam = place === 'inside' && before === passage.language;
    const found = inPassage(passage, { place, isSeam, subtag: subtags.get(passage.language) ?? '' });
    if (passage.text.trim() !== '') [place, before] = [found.place, passage.language];
    return found.edits;
  });
  const last = passages.findLastIndex(({ text }) => text.trim() !== '');
  const lastPassage = passages[last];
  if (lastPassage) edits[last] = [...(edits[last] ?? []), ...finalMark(lastPassage)];
  return edits;
};

/**
 * Formats consecutive passages as one text: capitals at the starts of sentences, the English "I", a full stop at the end
 * and before a long pause, and no capital where a sentence continues in the next passage. Changes nothing in scripts
 * without capitals.
 */
export const sentenceCase: FindEdits = (passages) => {
  const subtags = subtagsOf(passages);
  return stretches(passages).flatMap((stretch) => inStretch(stretch, subtags));
};
