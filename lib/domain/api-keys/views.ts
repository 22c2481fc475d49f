import * as z from 'zod';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { instant } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { displayName } from '#lib/platform/text.ts';
import { maxUsableKeys, type ProjectKey } from './project-key.ts';

/** Refuses dates such as the 30th of February. */
const isInstant = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
};

const mode = z
  .enum(['live', 'test'])
  .meta({ description: 'Jobs under a test key run like any others and cost nothing.' });

/** Body of POST …/api-keys. */
export const NewApiKey = z
  .strictObject({
    name: displayName(100).meta({ description: 'A name for people, such as where the key is used.' }),
    mode,
    expires_at: instant
      .refine(isInstant, { error: 'Send a date that exists.' })
      .nullable()
      .default(null)
      .meta({ description: 'When the key stops working; null for never.' }),
  })
  .meta({
    id: 'NewApiKey',
    description: `A project has at most ${maxUsableKeys} usable keys of each mode.`,
  });
export type NewApiKey = z.infer<typeof NewApiKey>;

const fields = {
  id: z.string().regex(idPattern('key')),
  name: z.string(),
  mode,
  hint: z.string().meta({ description: 'The first characters of the key.' }),
  created_at: instant,
  created_by: z
    .object({ id: z.string(), email: z.string() })
    .meta({ description: 'The person who created the key.' }),
  last_used_at: instant
    .nullable()
    .meta({ description: 'The latest request with the key; null before the first.' }),
  expires_at: instant.nullable().meta({ description: 'When the key stops working; null for never.' }),
  revoked_at: instant.nullable(),
};

export const ApiKeyView = z
  .object(fields)
  .meta({ id: 'ApiKey', description: 'An API key without its secret.' });
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const CreatedApiKey = z
  .object({
    ...fields,
    secret: z.string().nullable().meta({
      description: 'The key itself. Shown only once: a replayed request returns null.',
    }),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new API key.' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const ApiKeyPage = z.object(pageFields(ApiKeyView)).meta({ id: 'ApiKeyPage' });
export type ApiKeyPage = z.infer<typeof ApiKeyPage>;

const hintCharacters = 4;

/** The beginning of a key, which tells people which key it is. */
export const hintOf = ({ mode: of, keyId }: Pick<ProjectKey, 'mode' | 'keyId'>): string =>
  `es_${of}_${keyId.slice(0, hintCharacters)}…`;

/** `lastUsed` is epoch ms, undefined for an unused key. */
export const viewKey = (key: ProjectKey, lastUsed: number | undefined): ApiKeyView => ({
  id: key.id,
  name: key.name,
  mode: key.mode,
  hint: hintOf(key),
  created_at: key.createdAt,
  created_by: key.createdBy,
  last_used_at: lastUsed === undefined ? null : new Date(lastUsed).toISOString(),
  expires_at: key.expiresAt ?? null,
  revoked_at: key.revokedAt ?? null,
});
