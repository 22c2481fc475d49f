import * as z from 'zod';
import { S3Error } from './errors.ts';
import type { Fields } from './post-form.ts';

const Matching = z.tuple([z.enum(['eq', 'starts-with']), z.string().regex(/^\$./), z.string()]);
const LengthRange = z.tuple([
  z.literal('content-length-range'),
  z.coerce.number().int(),
  z.coerce.number().int(),
]);
const Exact = z
  .record(z.string(), z.string())
  .refine((condition) => Object.keys(condition).length === 1)
  .transform((condition) => Object.entries(condition).map(([name, value]) => ['eq', `$${name}`, value])[0])
  .pipe(Matching);

const Policy = z.object({
  expiration: z.string().pipe(z.coerce.date()),
  conditions: z.array(z.union([LengthRange, Matching, Exact])),
});
export type Policy = z.infer<typeof Policy>;

/** Sizes in bytes, both included. */
export type SizeRange = { min: number; max: number };

// S3's own limit for one POST.
const maxPostBytes = 5 * 1024 ** 3;

// Fields that carry the policy or what it is about; all others need a condition.
const uncovered = /^(policy|x-amz-signature|file|x-ignore-.*)$/;

/** Reads the base64 policy document of a form. @throws InvalidPolicyDocument */
export const parsePolicy = (base64: string): Policy => {
  try {
    return Policy.parse(JSON.parse(Buffer.from(base64, 'base64').toString()));
  } catch {
    throw new S3Error(
      'InvalidPolicyDocument',
      'Invalid Policy: it must be JSON with an expiration and conditions.',
    );
  }
};

/**
 * Holds a form against its policy, by the rules of "POST Policy" in the S3 API reference.
 * @param form fields by lower-case name; `bucket` is the one addressed, whatever the form's own field says
 * @returns the file sizes that the policy lets in
 * @throws AccessDenied naming the first rule that is broken
 */
export const checkPolicy = (
  policy: Policy,
  form: { fields: Fields; bucket: string },
  now: Date,
): SizeRange => {
  if (policy.expiration <= now) throw refused('Policy expired.');
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
    if (!holds(condition, name === 'bucket' ? form.bucket : form.fields.get(name))) {
      throw refused(`Policy Condition failed: [${condition.map((part) => JSON.stringify(part)).join(', ')}]`);
    }
  }
  const extra = [...form.fields.keys()].filter((name) => !uncovered.test(name) && !covered.has(name));
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
  return range;
};

const holds = ([operator, field, expected]: z.infer<typeof Matching>, value: string | undefined): boolean => {
  if (value === undefined) return false;
  if (operator === 'eq') return value === expected;
  // A Content-Type field may list several types, and then each must match.
  const values =
    field.toLowerCase() === '$content-type' ? value.split(',').map((type) => type.trim()) : [value];
  return values.every((one) => one.startsWith(expected));
};

const refused = (reason: string): S3Error =>
  new S3Error('AccessDenied', `Invalid according to Policy: ${reason}`);
