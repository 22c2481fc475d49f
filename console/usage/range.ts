import { dayMs, utcDate } from './dates.ts';

/** UTC dates, both inclusive. */
export type Range = { start: string; end: string };

const maxDays = 366;

/** The reason why usage cannot be shown for these days. Undefined if it can. */
export const rangeProblem = ({ start, end }: Range): string | undefined => {
  if (start === '' || end === '') return 'Choose both dates.';
  if (start > end) return 'The first day is after the last.';
  const days = (Date.parse(end) - Date.parse(start)) / dayMs + 1;
  return days > maxDays ? `Choose at most ${maxDays} days.` : undefined;
};

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** Parses the part of an address after the question mark. Without valid days, returns the last 30 days. */
export const rangeOf = (query: string): Range => {
  const parameters = new URLSearchParams(query);
  const range = { start: parameters.get('start') ?? '', end: parameters.get('end') ?? '' };
  const isValid = isDate(range.start) && isDate(range.end) && rangeProblem(range) === undefined;
  return isValid ? range : { start: utcDate(29), end: utcDate() };
};
