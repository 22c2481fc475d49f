import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** The calls of a generated client that `run` needs. Each client has its own names and types. */
export type Flow = {
  /** Requests a grant for `size_bytes` bytes of MP3. */
  grant: (
    size_bytes: number,
  ) => Promise<{ id: string; upload_url: string; upload_fields: Record<string, string> }>;
  /** The id of the job. */
  create: (upload_id: string) => Promise<string>;
  poll: (id: string) => Promise<{ status: string; transcript: string | null }>;
  captions: (id: string) => Promise<string>;
  /** The type of the error for this job. */
  errorOf: (id: string) => Promise<string>;
};

export const [baseUrl = '', key = '', file = ''] = process.argv.slice(2);

/** Transcribes the recording, from a grant to the text, and prints the results of the client. */
export const run = async ({ grant, create, poll, captions, errorOf }: Flow): Promise<void> => {
  const audio = new Blob([readFileSync(file)]);
  const { id: uploadId, upload_url: url, upload_fields: fields } = await grant(audio.size);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', audio);
  const { ok } = await fetch(url, { method: 'POST', body: form });
  const id = await create(uploadId);
  let job = await poll(id);
  while (job.status === 'queued' || job.status === 'processing') {
    await delay(1_000);
    job = await poll(id);
  }
  const error = await errorOf(`ofq_${'a'.repeat(26)}`);
  const { status, transcript } = job;
  console.log(JSON.stringify({ ok, status, transcript, captions: await captions(id), error }));
};
