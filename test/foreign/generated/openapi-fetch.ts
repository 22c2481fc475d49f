import createClient from 'openapi-fetch';
import { baseUrl, key, run } from './flow';
import type { paths } from './openapi-typescript';

const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });

const value = <Data>({ data, error }: { data?: Data; error?: unknown }): Data => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};

await run({
  grant: async (size_bytes) => {
    const body = { content_type: 'audio/mpeg', size_bytes } as const;
    return value(await client.POST('/v1/transcription-uploads', { body }));
  },
  create: async (upload_id) => {
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    const asked = { params: { header }, body: { upload_id, language_hints: ['en'] } };
    return value(await client.POST('/v1/transcriptions', asked)).id;
  },
  poll: async (transcription_id) => {
    const params = { path: { transcription_id }, query: { wait: 20 } };
    return value(await client.GET('/v1/transcriptions/{transcription_id}', { params }));
  },
  captions: async (transcription_id) => {
    const params = { path: { transcription_id }, query: { format: 'srt' } } as const;
    const path = '/v1/transcriptions/{transcription_id}/transcript';
    return value(await client.GET(path, { params, parseAs: 'text' }));
  },
  errorOf: async (transcription_id) => {
    const params = { path: { transcription_id } };
    const { error } = await client.GET('/v1/transcriptions/{transcription_id}', { params });
    return error?.error.type ?? 'none';
  },
});
