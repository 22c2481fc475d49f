/** The length of the words at the start of `text` that `older` begins with too. Case and punctuation do not count. */
export const agreedLength = (text: string, older: string): number => {
  const expected = wordsOf(older);
  const words = wordsOf(text);
  const different = words.findIndex(({ letters }, i) => letters !== expected[i]?.letters);
  return (different === -1 ? words.at(-1) : words[different - 1])?.end ?? 0;
};

type PlacedWord = { readonly letters: string; readonly end: number };

/** Each word with the end of its last letter. */
const wordsOf = (text: string): PlacedWord[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]\S*/gu), ({ 0: word, index }) => {
    const spoken = word.replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
    return { letters: spoken.toLowerCase(), end: index + spoken.length };
  });
