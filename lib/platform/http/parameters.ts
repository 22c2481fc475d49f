import * as z from 'zod';
import { idPattern } from '#lib/platform/ids.ts';
import { modes } from '#lib/platform/tenant.ts';
import type { Nothing } from './contract.ts';

/** No parameters; any that is sent is refused. */
export const none: z.ZodType<Nothing> = z.strictObject({});

type Bounds = { readonly min: number; readonly max: number };

/** A whole number in a body. */
export const wholeBetween = (min: number, max: number) => {
  const message = `Send a whole number from ${min} to ${max}.`;
  return z.int(message).min(min, message).max(max, message);
};

const fromDigits = ({ min, max }: Bounds) =>
  z.preprocess(
    (sent: unknown) => (typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent),
    wholeBetween(min, max),
  );

/** A whole number in a query string. */
export const wholeNumber = (field: Bounds & { readonly default: number; readonly description: string }) =>
  fromDigits(field).prefault(field.default).meta({ description: field.description });

/** A whole number in a query string whose absence has a meaning, or in a header. */
export const optionalWholeNumber = (field: Bounds & { readonly description: string }) =>
  fromDigits(field).optional().meta({ description: field.description });

/** The id in a path. It is not validated, because a malformed id answers 404. */
export const pathId = (prefix: string, description: string) =>
  z.string().meta({ description, pattern: idPattern(prefix).source, examples: [exampleId(prefix)] });

/** An id for the examples in the OpenAPI document. */
export const exampleId = (prefix: string): string => `${prefix}_4zq2gd7vnb5wyhrx3kmt6pjsce`;

/** The mode of the project that a console request is about. */
export const modeField = z
  .enum(modes, `Send ${modes.join(' or ')}.`)
  .default('live')
  .meta({ description: 'Live and test data are separate, as if they belonged to two projects.' });
