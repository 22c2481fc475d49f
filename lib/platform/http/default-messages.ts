import type * as z from 'zod';

/** Messages by the type that a schema expects. */
const kinds: Readonly<Record<string, string>> = {
  string: 'Send a text.',
  number: 'Send a number.',
  int: 'Send a whole number.',
  boolean: 'Send true or false.',
  array: 'Send a list.',
  object: 'Send an object.',
};

const unitOf = ({ origin }: { readonly origin: string }): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';

/** The message for a broken rule whose schema has none. Replaces the messages of zod, which are written for programmers. */
export const defaultMessage: z.core.$ZodErrorMap = (issue): string => {
  if (issue.input === undefined) return 'This is required.';
  const { code } = issue;
  if (code === 'invalid_type') return kinds[issue.expected] ?? 'Send a value of another type.';
  if (code === 'invalid_value') return `Send one of ${issue.values.join(', ')}.`;
  if (code === 'too_small') return `Send at least ${issue.minimum}${unitOf(issue)}.`;
  if (code === 'too_big') return `Send at most ${issue.maximum}${unitOf(issue)}.`;
  return 'Send it in the form that the API document describes.';
};
