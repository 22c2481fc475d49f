import { baseUrl, key, run } from './flow';
import { createTranscription, createUpload, getTranscript, getTranscription } from './hey-api-client';
import { client } from './hey-api-client/client.gen';

client.setConfig({ baseUrl, auth: key });

await run({
  grant: async (size_bytes) =>
    (await createUpload({ body: { content_type: 'audio/mpeg', size_bytes }, throwOnError: true })).data,
  create: async (upload_id) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { upload_id, language_hints: ['en'] };
    return (await createTranscription({ headers, body, throwOnError: true })).data.id;
  },
  poll: async (transcription_id) => {
    const asked = { path: { transcription_id }, query: { wait: 20 }, throwOnError: true } as const;
    return (await getTranscription(asked)).data;
  },
  captions: async (transcription_id) => {
    const asked = { path: { transcription_id }, query: { format: 'srt' }, parseAs: 'text' } as const;
    // If there are several media types, this generator only has types for JSON.
    return String((await getTranscript({ ...asked, throwOnError: true })).data);
  },
  errorOf: async (transcription_id) => {
    const { error } = await getTranscription({ path: { transcription_id } });
    return error?.error.type ?? 'none';
  },
});
