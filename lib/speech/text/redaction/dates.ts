import { splitBetween } from '#lib/platform/split-between.ts';
import { type Chain, type Digits, spanOf } from './digits.ts';
import type { Joined } from './joined.ts';

const marks = [String.raw`\.\s?`, '/', '-'];
const dateWith = (mark: string): string =>
  String.raw`(?<!\d|\d${mark})(?:\d{1,2}${mark}\d{1,2}${mark}(?:19|20)\d{2}|(?:19|20)\d{2}${mark}\d{1,2}${mark}\d{1,2})(?!\d|${mark}\d)`;
/** Dates with a year of four digits, such as "01.02.2026", but not inside a number with more groups and the same mark. */
const date = new RegExp(marks.map(dateWith).join('|'), 'g');

/** The parts of a chain that are not dates. */
export const withoutDates = ({ text }: Joined, chain: Chain): Chain[] => {
  const { from, to } = spanOf(chain);
  const dated = new Set<number>();
  for (const { 0: found, index } of text.slice(from, to).matchAll(date))
    for (let at = 0; at < found.length; at += 1) dated.add(from + index + at);
  const isDated = (digits: Digits): boolean => dated.has(digits.from);
  return splitBetween(chain, (before, digits) => isDated(before) !== isDated(digits)).filter(
    ([first]) => first && !isDated(first),
  );
};
