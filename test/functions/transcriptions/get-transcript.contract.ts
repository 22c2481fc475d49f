import { expect, test } from 'vitest';
import { startWorld } from '../../support/start-world.ts';
import type { Send } from '../../support/transcription-send.ts';

/** The responses of the routes that return a job's text as a file, in the API and in the playground. */
export const describeTranscript = async (send: Send): Promise<void> => {
  const { world, customer: by } = await startWorld();
  test.each([
    [{}, 'text/plain'],
    [{ format: 'srt' }, 'application/x-subrip'],
    [{ format: 'vtt' }, 'text/vtt'],
    [{ format: 'json' }, 'application/json'],
  ])('200 with %j is a file of type %s', async (query, type) => {
    const answer = await send(world, { by, id: await world.aCompletedJob(by), query });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(JSON.stringify(answer.body)).toContain('hello');
  });

  test('400 for an unknown format', async () => {
    const id = await world.aCompletedJob(by);
    expect((await send(world, { by, id, query: { format: 'pdf' } })).status).toBe(400);
  });

  test('404 for a malformed id', async () => {
    expect((await send(world, { by, id: 'x' })).status).toBe(404);
  });

  test('409 while the job has no text', async () => {
    const { status, body } = await send(world, { by, id: await world.aJob(by) });
    expect([status, body.error.type, body.error.details.status]).toEqual([409, 'invalid_state', 'queued']);
  });

  test('409 for the translation of a job that has none', async () => {
    const id = await world.aCompletedJob(by);
    const { status, body } = await send(world, { by, id, query: { language: 'translated' } });
    expect([status, body.error.type]).toEqual([409, 'invalid_state']);
  });

  test('410 for a text that was erased', async () => {
    const id = await world.aCompletedJob(by);
    const results = { ...world.results, get: async () => undefined };
    const { status, body } = await send({ call: world.callWith({ results }) }, { by, id });
    expect([status, body.error.type]).toEqual([410, 'expired']);
  });
};
