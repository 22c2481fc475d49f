import * as z from 'zod';
import { textUpTo } from '#lib/platform/text.ts';

export const maxReferenceCharacters = 200;
export const maxMetadataKeys = 16;
export const maxMetadataKeyCharacters = 40;
export const maxMetadataValueCharacters = 500;

/** A field of a request: the caller's own id of the created object. */
export const clientReferenceId = textUpTo(maxReferenceCharacters)
  .nullable()
  .default(null)
  .meta({ description: 'Your own id, returned unchanged, in webhooks too. It need not be unique.' });

const fewKeys = `Send an object of at most ${maxMetadataKeys} keys.`;
const key = textUpTo(maxMetadataKeyCharacters, `Keys have 1 to ${maxMetadataKeyCharacters} characters.`);

/** For an invalid key, the message of the schema of keys. */
const error = (issue: z.core.$ZodRawIssue): string =>
  (issue.code === 'invalid_key' && issue.issues[0]?.message) || fewKeys;

/** `z.record` silently drops this key, and so does the table. */
const assertNoProto = (sent: unknown, context: z.RefinementCtx): unknown => {
  if (typeof sent === 'object' && sent !== null && Object.hasOwn(sent, '__proto__'))
    context.addIssue({
      code: 'custom',
      params: { rule: 'reserved_key' },
      path: ['__proto__'],
      input: sent,
      message: 'A key cannot be __proto__.',
    });
  return sent;
};

const pairs = z
  .record(key, textUpTo(maxMetadataValueCharacters), { error })
  .refine((sent) => Object.keys(sent).length <= maxMetadataKeys, {
    params: { rule: 'max_keys' },
    message: fewKeys,
  })
  // Has a name, because openapi-python-client fails on a type that is repeated in each kind of a new transcription.
  .meta({
    id: 'NewMetadata',
    maxProperties: maxMetadataKeys,
    description: `Your own texts, returned unchanged, in webhooks too: at most ${maxMetadataKeys}, with keys of 1 to ${maxMetadataKeyCharacters} characters and values of 1 to ${maxMetadataValueCharacters}. Do not put secrets here.`,
  });

/** A field of a request: texts of the caller, by keys of the caller's own. */
export const metadata = z.preprocess(assertNoProto, pairs).default({});

/** The labels as they are stored and shown. */
export const Metadata = z.record(z.string(), z.string());
export type Metadata = z.infer<typeof Metadata>;

/** The query parameter that limits a list to objects with this id of the caller. */
export const referenceFilter = textUpTo(maxReferenceCharacters).optional().meta({
  description: 'Only objects with this id of yours. A page may be short even when another follows.',
});

/** The fields of an answer. */
export const labelFields = {
  client_reference_id: z.string().nullable().meta({ description: 'Your own id.' }),
  metadata: Metadata.meta({
    description:
      'Your own texts. Deleting a transcription erases its metadata, except in the event of its end, which is kept for 30 days.',
  }),
};
