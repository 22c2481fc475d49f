import { type Chain, digitsOf, spanOf } from './digits.ts';
import type { Joined, Span } from './joined.ts';
import { isOther } from './other-numbers.ts';
import { splitAtGaps } from './phone-numbers.ts';

const cueReach = 60;
const cue = /\b(?:social(?: security)?|ssn|s\.s\.n)\b/iu;
const groups = /^\d{3}[\s‐‑‒–-]+\d{2}[\s‐‑‒–-]+\d{4}$/u;

/** Whether spoken digits have the form 3-2-4 by a spoken or written dash: "two one nine dash oh nine dash …". */
const areDashed = (joined: Joined, chain: Chain): boolean =>
  splitAtGaps(joined, chain, /dash|hyphen|minus|[‐‑‒–-]/iu)
    .map((group) => digitsOf(group).length)
    .join(' ') === '3 2 4';

const mark = /[,.;:\n]/;

/** The areas 000, 666 and 900 to 999, the group 00 and the serial 0000 are not assigned. */
const isAssigned = (digits: string): boolean => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);

/** The US social security numbers of a chain: nine digits as 3-2-4, or after a cue such as "social security". */
export const socialSecurityNumbers = (joined: Joined, chain: Chain): Span[] => {
  const { text } = joined;
  const found: Span[] = [];
  for (let from = 0; from < chain.length; from += 1) {
    let to = from;
    let part = chain.slice(from, to);
    while (to < chain.length && digitsOf(part).length < 9) {
      to += 1;
      part = chain.slice(from, to);
    }
    const span = spanOf(part);
    const written = text.slice(span.from, span.to);
    const isMarked = (groups.test(written) || areDashed(joined, part)) && !isOther(joined, span);
    const after = text.slice(span.to, chain[to]?.from ?? span.to);
    // Another number may follow a mark, unless such marks divide a list.
    const isWhole = to === chain.length || (mark.test(after) && !mark.test(written));
    const isAnnounced =
      from === 0 && isWhole && cue.test(text.slice(Math.max(0, span.from - cueReach), span.from));
    if (!isAssigned(digitsOf(part)) || !(isMarked || isAnnounced)) continue;
    found.push(span);
    from = to - 1;
  }
  return found;
};
