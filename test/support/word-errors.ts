/** The number of word errors in a transcript, by Levenshtein distance (Levenshtein 1966), and the words of its reference. */
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

/** Word errors of several transcripts over all their words. */
export const errorRate = (counts: readonly ReturnType<typeof wordErrors>[]): number => {
  const sum = (of: 'errors' | 'words'): number => counts.reduce((total, count) => total + count[of], 0);
  return sum('errors') / sum('words');
};

/** Lower-case words without punctuation, and each character of a script without spaces. Numbers stay as they are written. */
const wordsOf = (text: string): string[] => {
  const plain = text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu, ' $& ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  return plain.split(' ').filter((word) => word !== '');
};
