/** Word errors of a transcript and the words of its reference, by Levenshtein distance (Levenshtein 1966). */
export const wordErrors = (reference: string, transcript: string): { errors: number; words: number } => {
  const expected = wordsOf(reference);
  const got = wordsOf(transcript);
  let row = Array.from({ length: got.length + 1 }, (_, i) => i);
  expected.forEach((word, i) => {
    const next = [i + 1];
    got.forEach((other, k) => {
      const substituted = (row[k] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substituted, (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1));
    });
    row = next;
  });
  return { errors: row[got.length] ?? 0, words: expected.length };
};

/** Lower-case words without punctuation. Numbers stay as they are written. */
const wordsOf = (text: string): string[] => {
  const plain = text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  return plain.split(' ').filter((word) => word !== '');
};

/** A text in which each character is a word, for languages whose words are not told apart by spaces. */
export const spaced = (text: string, language: string): string =>
  ['ja', 'ko', 'zh'].includes(language) ? Array.from(text.replaceAll(/[\s\p{P}]/gu, '')).join(' ') : text;
