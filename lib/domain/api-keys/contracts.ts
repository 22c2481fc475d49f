import { ProjectParams } from '#lib/domain/organizations/params.ts';
import { contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { pageQuery } from '#lib/platform/http/cursor.ts';
import { ApiKeyPage, type ApiKeyView, CreatedApiKey, NewApiKey } from './views.ts';

const key: ApiKeyView = {
  id: exampleId('key'),
  name: 'Call centre, production',
  mode: 'live',
  hint: 'es_live_Ab12…',
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: { id: exampleId('usr'), email: 'ada@example.com' },
  last_used_at: null,
  expires_at: '2027-02-18T10:00:00.000Z',
  revoked_at: null,
};

export const createKey = createContract({
  operationId: 'createApiKey',
  tag: 'API keys',
  summary: 'Create an API key',
  description: 'The response contains the key itself, only this once. Store it on your server.',
  params: ProjectParams,
  query: none,
  body: { schema: NewApiKey, example: { name: key.name, mode: key.mode, expires_at: key.expires_at } },
  success: json(201, CreatedApiKey, { ...key, secret: `es_live_Ab12${'0'.repeat(12)}_…` }),
  errors: ['not_found', 'invalid_state'],
});

export const listKeys = contract({
  operationId: 'listApiKeys',
  tag: 'API keys',
  summary: 'List the API keys of a project',
  description: 'All keys, newest first, including revoked and expired ones.',
  params: ProjectParams,
  query: pageQuery('key'),
  success: json(200, ApiKeyPage, { data: [key], has_more: false, next_cursor: null }),
  errors: ['not_found'],
});

export const revokeKey = contract({
  operationId: 'revokeApiKey',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description:
    'The next request with the key is refused. Revoking again has no effect and gets the same response.',
  params: ProjectParams.extend({ key_id: pathId('key', 'The id of a key of the project.') }),
  query: none,
  success: empty,
  errors: ['not_found'],
});
