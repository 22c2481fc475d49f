/** Substituted, inserted and missing words of a transcript, and the words of the reference. */
export const wordErrors = (reference: string, transcript: string): { errors: number; words: number } => {
  const wanted = wordsOf(reference);
  const got = wordsOf(transcript);
  let row = Array.from({ length: got.length + 1 }, (_, i) => i);
  wanted.forEach((word, i) => {
    const next = [i + 1];
    got.forEach((other, k) => {
      const substituted = (row[k] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substituted, (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1));
    });
    row = next;
  });
  return { errors: row[got.length] ?? 0, words: wanted.length };
};

/** Small letters and no punctuation; numbers stay as they are written. */
const wordsOf = (text: string): string[] => {
  const plain = text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  return plain.split(' ').filter((word) => word !== '');
};
