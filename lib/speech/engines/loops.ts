import type { Recognition, Word } from './engine.ts';
import { wordSegmenter } from '#lib/platform/text.ts';

/** The words of a text in lower case, with the offset of the end of each. */
const placedWords = (text: string): { readonly word: string; readonly end: number }[] =>
  Array.from(wordSegmenter().segment(text), ({ segment, index, isWordLike }) => ({
    word: isWordLike ? segment.toLowerCase() : '',
    end: index + segment.length,
  })).filter(({ word }) => word !== '');

const maxRepeats = 2;

/** The positions of the first sequence of four words that occurs more than `allowed` times. Undefined if there is none. */
const repeatedPlaces = (words: readonly string[], allowed = maxRepeats): readonly number[] | undefined => {
  const seen = new Map<string, number[]>();
  for (let i = 0; i + 4 <= words.length; i += 1) {
    const four = words.slice(i, i + 4).join(' ');
    const places = [...(seen.get(four) ?? []), i];
    if (places.length > allowed) return places;
    seen.set(four, places);
  }
  return undefined;
};

/** Whether any sequence of four words occurs more than `allowed` times. The default is more than in real speech. */
export const repeatsItself = (text: string, allowed = maxRepeats): boolean =>
  repeatedPlaces(
    placedWords(text).map(({ word }) => word),
    allowed,
  ) !== undefined;

/** Cuts a text that repeats itself after its first round. */
export const cutLoop = (recognition: Recognition): Recognition => {
  const placed = placedWords(recognition.text);
  const [, second] = repeatedPlaces(placed.map(({ word }) => word)) ?? [];
  if (second === undefined) return recognition;
  const text = recognition.text.slice(0, placed[second - 1]?.end);
  const kept = wordsWithin(recognition.words, text);
  return { ...recognition, text, words: kept, meanLogProb: meanLogProbOf(kept) ?? recognition.meanLogProb };
};

const minTwiceWords = 4;

/**
 * A text to judge. If it is a sentence said twice, its mean log-probability is that of the first time, because models
 * write a sentence again and are sure of it.
 */
export const saidOnce = (recognition: Recognition): Recognition => {
  const placed = placedWords(recognition.text);
  const half = placed.length / 2;
  const said = placed.map(({ word }) => word);
  const isTwice = half >= minTwiceWords && said.slice(0, half).join(' ') === said.slice(half).join(' ');
  if (!isTwice) return recognition;
  const first = wordsWithin(recognition.words, recognition.text.slice(0, placed[half - 1]?.end));
  return { ...recognition, meanLogProb: meanLogProbOf(first) ?? recognition.meanLogProb };
};

/** The words whose letters fit into `text`, from the first one on. */
const wordsWithin = (words: readonly Word[], text: string): Word[] => {
  const lettersOf = (some: string): string => some.replaceAll(/[^\p{L}\p{N}]/gu, '');
  let left = lettersOf(text).length;
  return words.filter((word) => {
    left -= lettersOf(word.text).length;
    return left >= 0;
  });
};

/** The mean of the kept words only: the model is sure of repeated words, which would hide doubts about the rest. */
const meanLogProbOf = (words: readonly Word[]): number | undefined =>
  words.length === 0
    ? undefined
    : words.reduce((sum, { confidence }) => sum + Math.log(confidence), 0) / words.length;

/** No speaker is faster for long. */
const maxWordsPerSecond = 6;

/**
 * Removes the echo at the end of a text, if the text reached the token limit or has more words than anyone says in that
 * time. Models echo speech that is cut within a word.
 */
export const cutInventedEcho = (recognition: Recognition, speechMs: number): Recognition => {
  const wordsPerSecond = (1_000 * placedWords(recognition.text).length) / speechMs;
  const isInvented = !recognition.complete || wordsPerSecond > maxWordsPerSecond;
  const text = isInvented ? cutEcho(recognition.text) : recognition.text;
  if (text === recognition.text) return recognition;
  return { ...recognition, text, words: wordsWithin(recognition.words, text) };
};

const echoLengths = [1, 2, 3, 4];

/**
 * Removes words at the end of a text that only repeat the words before them. Drafts have such an echo, because their
 * audio ends within a word, and so do short texts that share a window.
 */
export const cutEcho = (text: string): string => {
  const placed = placedWords(text);
  const said = (from: number, to: number): string =>
    placed
      .slice(from, to)
      .map(({ word }) => word)
      .join(' ');
  const echoBefore = (end: number): number | undefined =>
    echoLengths.find((n) => 2 * n <= end && said(end - n, end) === said(end - 2 * n, end - n));
  let end = placed.length;
  for (let echo = echoBefore(end); echo !== undefined; echo = echoBefore(end)) end -= echo;
  return end === placed.length ? text : text.slice(0, placed[end - 1]?.end);
};
