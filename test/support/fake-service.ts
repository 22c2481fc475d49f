import * as z from 'zod';
import { answered, fakeEnvironment, type Sent } from './fake-fetch.ts';

const NewJob = z.looseObject({
  filename: z.string().optional(),
  language_hints: z.array(z.string()).optional(),
});

type Job = { id: string; status: string } & Record<string, unknown>;

const refused = (path: string, message: string): Response =>
  answered(
    { error: { type: 'invalid_request', message, details: { fields: [{ path, rule: 'rule', message }] } } },
    400,
  );

/**
 * A service for the commands of the client. It completes jobs at once. Jobs of a recording called "broken…" fail, and audio
 * that says "too large" is refused.
 */
export const fakeService = () => {
  const jobs: Job[] = [];
  const queue = (sent: Sent): Response => {
    const body = NewJob.parse(JSON.parse(sent.text));
    if (body.language_hints?.includes('xx')) return refused('language_hints', 'Nobody speaks this.');
    const failure = body.filename?.startsWith('broken') && {
      status: 'failed',
      error: { message: 'It cannot be read.' },
    };
    const id = `ofq_${jobs.length + 1}`;
    const seconds = String(jobs.length).padStart(2, '0');
    const instants = {
      created_at: `2026-11-20T10:00:${seconds}.000Z`,
      completed_at: '2026-11-20T10:01:00.000Z',
    };
    jobs.unshift({
      id,
      status: 'completed',
      mode: 'live',
      transcript: 'Hello there.',
      audio_ms: 1_500,
      detected_language: 'en',
      error: null,
      deleted_at: null,
      client_reference_id: null,
      metadata: {},
      ...instants,
      ...body,
      ...failure,
      progress: { percent: 100 },
    });
    return answered({ id, status: 'queued' }, 202);
  };
  const amounts = { audio_ms: 90_000, amount_usd: '0.007500' };
  const report = (kind: string): Response =>
    kind === 'usage'
      ? answered({ groups: [{ date: '2026-11-20', key_id: 'k1', language: 'en', jobs: 2, ...amounts }] })
      : answered({
          data: jobs.map(({ id, completed_at: at }) => ({
            at,
            transcription_id: id,
            client_reference_id: 'call-42',
            ...amounts,
            amount_usd: '0.007500',
          })),
          next_cursor: null,
        });
  const list = ({ url }: Sent): Response => {
    const status = url.searchParams.get('status');
    return answered({
      data: jobs.filter((job) => status === null || job.status === status),
      next_cursor: null,
    });
  };
  const world = fakeEnvironment((sent) => {
    const { method, url } = sent;
    const [, , kind, id, file] = url.pathname.split('/');
    if (url.host === 's3.example') {
      if (sent.text.includes('too large'))
        return answered('<Error><Code>EntityTooLarge</Code><Message>Too large.</Message></Error>', 400);
      return answered('', 201);
    }
    if (kind === 'transcription-uploads') {
      if (sent.text.includes('.md"')) return refused('filename', 'This is no audio.');
      return answered(
        { id: 'upl_a', status: 'issued', upload_url: 'https://s3.example/', upload_fields: {} },
        201,
      );
    }
    if (kind === 'capabilities') return answered({ models: [{ name: 'whisper-base', languages: [] }] });
    if (kind === 'reports') return report(id ?? '');
    if (method === 'POST') return queue(sent);
    if (id === undefined) return list(sent);
    if (file === 'transcript') return answered(`${url.searchParams.get('format')} of ${id}`);
    const job = jobs.find((one) => one.id === id);
    return job ? answered(job) : answered({}, 404);
  });
  return { ...world, jobs };
};
