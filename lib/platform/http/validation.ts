import type * as z from 'zod';
import { AppError, type ErrorDetails } from '#lib/platform/errors.ts';
import type { FieldError } from './error-object.ts';
import { defaultMessage } from './default-messages.ts';

// Limits the answer, because a large invalid body may have many errors or very long field names.
const maxFields = 50;
const maxCharacters = 300;

const shortened = (text: string): string =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).toWellFormed()}…`;

/** The 400 for fields that break a rule. The message names the first field, and `details.fields` the first 50. */
export const invalidFields = (all: readonly FieldError[]): AppError => {
  const fields = all.slice(0, maxFields).map(({ path, rule, message }) => {
    return { path: shortened(path), rule, message: shortened(message) };
  });
  const [first] = fields;
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : 'The request is invalid.';
  return new AppError('invalid_request', message, { details: { fields } });
};

/** The 400 for a value that this deployment does not support. `supported` lists the values that it does, for programs. */
export const unsupportedValue = (field: FieldError, supported: ErrorDetails): AppError =>
  new AppError('invalid_request', `${field.path}: ${field.message}`, {
    details: { fields: [field], ...supported },
  });

/** Converts a zod issue. A custom check names its rule in `params.rule`. Each unknown field becomes a separate error. */
const toFields = (issue: z.core.$ZodIssue): FieldError[] => {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField([...issue.path, key]));
  const named = issue.code === 'custom' ? issue.params?.['rule'] : undefined;
  const rule = typeof named === 'string' ? named : issue.code;
  return [{ path: issue.path.join('.'), rule, message: issue.message }];
};

const unknownField = (path: readonly PropertyKey[]): FieldError => ({
  path: path.join('.'),
  rule: 'unknown_field',
  message: 'There is no field with this name. Check its spelling, or leave it out.',
});

/** Parses what a caller sent, or throws `invalid_request` with the fields that break a rule. */
export const parseRequest = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const parsed = schema.safeParse(input, { error: defaultMessage });
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues.flatMap(toFields));
};
