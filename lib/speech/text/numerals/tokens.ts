/** A word, and what joins it to the previous one. */
export type Token = {
  readonly from: number;
  readonly to: number;
  /** In lower case. */
  readonly word: string;
  readonly hasCapital: boolean;
  readonly joint: 'start' | 'space' | 'hyphen' | 'comma' | 'break' | 'sentence';
};

const token = /\p{Sc}?[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{N}]+|,\d{3}(?!\d))*/gu;

const jointOf = (gap: string): Token['joint'] => {
  if (/^\s+$/u.test(gap)) return 'space';
  if (gap === '-' || gap === '‐' || gap === '‑') return 'hyphen';
  if (/^,\s+$/u.test(gap)) return 'comma';
  return /[.?!:;…]["'”’)\]]*\s*["“‘'([]*$|^\s*["“]/u.test(gap) ? 'sentence' : 'break';
};

/** The words and numbers of an English text. */
export const tokensOf = (text: string): Token[] => {
  let end = 0;
  return Array.from(text.matchAll(token), ({ 0: word, index }, i) => {
    const joint = i === 0 ? 'start' : jointOf(text.slice(end, index));
    end = index + word.length;
    return { from: index, to: end, word: word.toLowerCase(), hasCapital: /^\p{Lu}/u.test(word), joint };
  });
};
