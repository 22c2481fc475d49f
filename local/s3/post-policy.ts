import * as z from 'zod';
import { S3Error } from './errors.ts';
import type { Fields } from './post-form.ts';

const Matching = z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]);
const LengthRange = z.tuple([z.literal('content-length-range'), z.coerce.number(), z.coerce.number()]);
const Exact = z
  .record(z.string(), z.string())
  .transform((condition) => Object.entries(condition).flatMap(([name, value]) => ['eq', `$${name}`, value]))
  .pipe(Matching);
const Policy = z.object({
  expiration: z.string().pipe(z.coerce.date()),
  conditions: z.array(z.union([LengthRange, Matching, Exact])),
});
type Policy = z.infer<typeof Policy>;

/** Sizes in bytes, both included. */
export type SizeRange = { min: number; max: number };

// S3's own limit for one POST.
const maxPostBytes = 5 * 1024 ** 3;

// What carries the policy, or is what it is about. Every other field needs a condition.
const needsNone = /^(policy|x-amz-signature|file|x-ignore-.*)$/;

/** Reads the base64 policy of a form. @throws InvalidPolicyDocument */
export const parsePolicy = (base64: string): Policy => {
  try {
    return Policy.parse(JSON.parse(Buffer.from(base64, 'base64').toString()));
  } catch {
    throw new S3Error(
      '400 InvalidPolicyDocument',
      'Invalid Policy: not JSON with an expiration and conditions.',
    );
  }
};

/**
 * Holds a form against its policy, by the page "POST Policy" of the S3 API reference.
 * @param form fields by lower-case name; `bucket` is the one addressed, whatever the field of that name says
 * @returns the file sizes that the policy lets in
 * @throws AccessDenied naming the first rule that is broken
 */
export const checkPolicy = (
  policy: Policy,
  form: { fields: Fields; bucket: string },
  now: Date,
): SizeRange => {
  if (policy.expiration <= now) throw refused('Policy expired.');
  const values = new Map(form.fields).set('bucket', form.bucket);
  const range = { min: 0, max: maxPostBytes };
  const covered = new Set<string>();
  for (const condition of policy.conditions) {
    if (condition[0] === 'content-length-range') {
      range.min = Math.max(range.min, condition[1]);
      range.max = Math.min(range.max, condition[2]);
      continue;
    }
    const name = condition[1].slice(1).toLowerCase();
    covered.add(name);
    if (!holds(condition, values.get(name))) {
      throw refused(`Policy Condition failed: ["${condition.join('", "')}"]`);
    }
  }
  const extra = [...form.fields.keys()].filter((name) => !needsNone.test(name) && !covered.has(name));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
  return range;
};

const holds = ([operator, field, expected]: z.infer<typeof Matching>, value: string | undefined): boolean => {
  if (operator === 'eq' || value === undefined) return value === expected;
  // A Content-Type field may list several types, and then each must match.
  const values = field.toLowerCase() === '$content-type' ? value.split(/, */) : [value];
  return values.every((one) => one.startsWith(expected));
};

const refused = (reason: string): S3Error =>
  new S3Error('403 AccessDenied', `Invalid according to Policy: ${reason}`);
