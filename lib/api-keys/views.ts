import * as z from 'zod';
import { pageFields } from '#lib/http/cursor.ts';
import { instant } from '#lib/http/fields.ts';
import { idPattern } from '#lib/ids.ts';
import { textUpTo } from '#lib/text.ts';
import { maxLiveKeys, type ProjectKey } from './project-key.ts';

const mode = z
  .enum(['live', 'test'])
  .meta({ description: 'Jobs of a test key are done like any other and cost nothing.' });

/** Body of POST …/api-keys. */
export const NewApiKey = z
  .strictObject({
    name: textUpTo(100).meta({ description: 'For people: where the key is used.' }),
    mode,
  })
  .meta({
    id: 'NewApiKey',
    description: `A project has at most ${maxLiveKeys} keys of each mode that are not revoked.`,
  });
export type NewApiKey = z.infer<typeof NewApiKey>;

const fields = {
  id: z.string().regex(idPattern('key')),
  name: z.string(),
  mode,
  hint: z.string().meta({ description: 'How the key begins.' }),
  created_at: instant,
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

export const viewKey = (key: ProjectKey): ApiKeyView => ({
  id: key.id,
  name: key.name,
  mode: key.mode,
  hint: `es_${key.mode}_${key.keyId.slice(0, hintCharacters)}…`,
  created_at: key.createdAt,
  revoked_at: key.revokedAt ?? null,
});
