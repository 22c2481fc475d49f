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

/** Sizes in bytes, inclusive. */
export type SizeRange = { readonly min: number; readonly max: number };

// S3's own limit for one POST.
const maxPostBytes = 5 * 1024 ** 3;

// Every other field needs a condition in the policy.
const fieldsWithoutCondition = /^(policy|x-amz-signature|file|x-ignore-.*)$/;

/** Reads the base64 policy of a form. Throws InvalidPolicyDocument. */
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
 * Checks a form against its policy (S3 API reference, "POST Policy"). `form.bucket` is the addressed bucket and overrides the field
 * of that name. Returns the allowed file sizes. Throws AccessDenied with the first violated condition.
 */
export const checkPolicy = (
  policy: Policy,
  form: { readonly fields: Fields; readonly bucket: string },
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
    if (!isSatisfied(condition, values.get(name))) {
      throw refused(`Policy Condition failed: ["${condition.join('", "')}"]`);
    }
  }
  const extra = [...form.fields.keys()].filter(
    (name) => !fieldsWithoutCondition.test(name) && !covered.has(name),
  );
  if (extra.length > 0) throw refused(`Extra input fields: ${extra.join(', ')}`);
  return range;
};

const isSatisfied = (
  [operator, field, expected]: z.infer<typeof Matching>,
  value: string | undefined,
): boolean => {
  if (operator === 'eq' || value === undefined) return value === expected;
  // A Content-Type field may list several types, which must all match.
  const values = field.toLowerCase() === '$content-type' ? value.split(/, */) : [value];
  return values.every((one) => one.startsWith(expected));
};

const refused = (reason: string): S3Error =>
  new S3Error('403 AccessDenied', `Invalid according to Policy: ${reason}`);
