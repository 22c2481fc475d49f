import * as z from 'zod';

const Grant = z.object({
  id: z.string(),
  upload_url: z.url(),
  upload_fields: z.record(z.string(), z.string()),
  content_type: z.string(),
});
type Grant = z.infer<typeof Grant>;

const Job = z.object({
  id: z.string(),
  status: z.string(),
  progress: z.object({ percent: z.number() }),
  transcript: z.string().nullable(),
  detected_language: z.string().nullable(),
  audio_ms: z.number().nullable(),
  billing: z.object({ status: z.string(), amount_usd: z.string().nullable() }),
  error: z.object({ type: z.string(), message: z.string() }).nullable(),
});
export type Job = z.infer<typeof Job>;

const Session = z.object({ websocket_url: z.string(), client_secret: z.object({ value: z.string() }) });
export type Session = z.infer<typeof Session>;

/** Acts like a customer's server, and for `post` like a browser. A refused call rejects with the service's response. */
export const customer = (baseUrl: string, apiKey: string) => {
  const send = async (path: string, options: { method?: string; body?: object } = {}): Promise<string> => {
    const { body, method = body ? 'POST' : 'GET' } = options;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer}`);
    return answer;
  };
  const call = async (path: string, body?: object): Promise<unknown> =>
    JSON.parse(await send(path, body ? { body } : {}));

  return {
    grant: async (filename: string, bytes: number): Promise<Grant> =>
      Grant.parse(
        await call('/v1/transcription-uploads', {
          content_type: 'application/octet-stream',
          filename,
          size_bytes: bytes,
        }),
      ),
    post: async (grant: Grant, file: Blob): Promise<void> => {
      const form = new FormData();
      for (const [name, value] of Object.entries(grant.upload_fields)) form.set(name, value);
      form.set('file', file);
      const response = await fetch(grant.upload_url, { method: 'POST', body: form });
      if (!response.ok) throw new Error(`S3 answered ${response.status}: ${await response.text()}`);
    },
    queue: async (uploadId: string): Promise<{ readonly id: string }> =>
      z.object({ id: z.string() }).parse(await call('/v1/transcriptions', { upload_id: uploadId })),
    /** Opens a realtime session for audio of a format. */
    openSession: async (audio: object): Promise<Session> =>
      Session.parse(await call('/v1/realtime/sessions', { audio })),
    /** The captions of a completed job, as SRT. */
    captions: (id: string): Promise<string> => send(`/v1/transcriptions/${id}/transcript?format=srt`),
    /** Erases text and audio of a job. */
    remove: async (id: string): Promise<void> => {
      await send(`/v1/transcriptions/${id}`, { method: 'DELETE' });
    },
    /** Long-polls for two seconds, so that following a job takes few requests. */
    get: async (id: string): Promise<Job> => Job.parse(await call(`/v1/transcriptions/${id}?wait=2`)),
  };
};
export type Customer = ReturnType<typeof customer>;
