import * as z from 'zod';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { instant } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { textUpTo } from '#lib/platform/text.ts';
import { maxLiveKeys, type ProjectKey } from './project-key.ts';

/** Not so the 30th of February. */
const isInstant = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
};

const mode = z
  .enum(['live', 'test'])
  .meta({ description: 'Jobs of a test key are done like any other and cost nothing.' });

/** Body of POST …/api-keys. */
export const NewApiKey = z
  .strictObject({
    name: textUpTo(100).meta({ description: 'For people: where the key is used.' }),
    mode,
    expires_at: instant
      .refine(isInstant, { error: 'Send an instant that there is.' })
      .nullable()
      .default(null)
      .meta({ description: 'From when on the key is refused; null for never.' }),
  })
  .meta({
    id: 'NewApiKey',
    description: `A project has at most ${maxLiveKeys} keys of each mode that work.`,
  });
export type NewApiKey = z.infer<typeof NewApiKey>;

const fields = {
  id: z.string().regex(idPattern('key')),
  name: z.string(),
  mode,
  hint: z.string().meta({ description: 'How the key begins.' }),
  created_at: instant,
  created_by: z
    .object({ id: z.string(), email: z.string() })
    .meta({ description: 'Who made it, as they were signed in then.' }),
  last_used_at: instant
    .nullable()
    .meta({ description: 'The latest request with it; null before the first.' }),
  expires_at: instant.nullable().meta({ description: 'From when on it is refused; null for never.' }),
  revoked_at: instant.nullable(),
};

export const ApiKeyView = z
  .object(fields)
  .meta({ id: 'ApiKey', description: 'A key, without what makes it one.' });
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const CreatedApiKey = z
  .object({
    ...fields,
    secret: z.string().nullable().meta({
      description: 'The key itself. Shown this once: a repeated request is answered with null.',
    }),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new key.' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const ApiKeyPage = z.object(pageFields(ApiKeyView)).meta({ id: 'ApiKeyPage' });
export type ApiKeyPage = z.infer<typeof ApiKeyPage>;

const hintCharacters = 4;

/** `lastUsed` is epoch ms, undefined for a key that nobody has used. */
export const viewKey = (key: ProjectKey, lastUsed: number | undefined): ApiKeyView => ({
  id: key.id,
  name: key.name,
  mode: key.mode,
  hint: `es_${key.mode}_${key.keyId.slice(0, hintCharacters)}…`,
  created_at: key.createdAt,
  created_by: key.createdBy,
  last_used_at: lastUsed === undefined ? null : new Date(lastUsed).toISOString(),
  expires_at: key.expiresAt ?? null,
  revoked_at: key.revokedAt ?? null,
});
