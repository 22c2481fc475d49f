/** The length, in characters, of the words at the start of `text` with which `older` begins too. Ignores case and punctuation. */
export const agreedLength = (text: string, older: string): number => {
  const expected = wordsOf(older);
  const words = wordsOf(text);
  const different = words.findIndex(({ letters }, i) => letters !== expected[i]?.letters);
  return (different === -1 ? words.at(-1) : words[different - 1])?.end ?? 0;
};

type PlacedWord = { readonly letters: string; readonly end: number };

/** Each word, with the offset after its last letter. */
const wordsOf = (text: string): PlacedWord[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]\S*/gu), ({ 0: word, index }) => {
    const spoken = word.replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
    return { letters: spoken.toLowerCase(), end: index + spoken.length };
  });
