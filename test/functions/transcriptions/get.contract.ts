import { expect, test } from 'vitest';
import type { Answer } from '../../support/function-world.ts';
import { startWorld } from '../../support/start-world.ts';
import type { Send } from '../../support/transcription-send.ts';

const day = 24 * 60 * 60_000;
const typeOf = ({ status, body }: Answer) => [status, body.error?.type];

/** The responses of the routes that read a job, in the API and in the playground. */
export const describeGet = async (send: Send): Promise<void> => {
  const { world, customer: by } = await startWorld();
  test('200 is a completed job with its text', async () => {
    const id = await world.aCompletedJob(by);
    const { status, body } = await send(world, { by, id });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id, status: 'completed', transcript: 'hello' }),
    ]);
  });

  test('200 says what was asked for, without private terms, and nothing of it once it was deleted', async () => {
    const id = await world.aJob(by, 'live', {
      filename: 'call.mp3',
      language_hints: ['en'],
      client_reference_id: 'call-42',
      metadata: { team: 'support' },
      context: 'secret',
      custom_vocabulary: ['secret'],
    });
    const { body } = await send(world, { by, id });
    expect(body).toMatchObject({
      client_reference_id: 'call-42',
      metadata: { team: 'support' },
      request: { filename: 'call.mp3', model: 'auto', language_hints: ['en'], translation: null },
      source: { kind: 'upload', upload_id: expect.stringMatching(/^upl_/), file_id: null },
    });
    expect(JSON.stringify(body)).not.toContain('secret');
    await world.call('DELETE /v1/transcriptions/{transcription_id}', {
      as: by.live,
      params: { transcription_id: id },
    });
    expect((await send(world, { by, id })).body).toMatchObject({
      client_reference_id: 'call-42',
      metadata: {},
      request: null,
    });
  });

  test('200 says that a live job is charged for its audio, and a test job is not', async () => {
    const live = await send(world, { by, id: await world.aCompletedJob(by) });
    expect(live.body).toMatchObject({ billing: { status: 'charged', billed_ms: 1_200 } });
    const inTest = await send(world, { by, mode: 'test', id: await world.aCompletedJob(by, 'test') });
    expect(inTest.body).toMatchObject({ billing: { status: 'not_charged', billed_ms: 0 } });
  });

  test('200 says why a job failed', async () => {
    const { body } = await send(world, { by, id: await world.aFailedJob(by) });
    expect(body).toMatchObject({ status: 'failed', error: { type: 'processing_timeout', retryable: true } });
  });

  test('200 has the words only if they are asked for', async () => {
    const id = await world.aCompletedJob(by);
    expect((await send(world, { by, id })).body).not.toHaveProperty('words');
    expect((await send(world, { by, id, query: { include: 'words' } })).body).toHaveProperty('words');
  });

  test('200 with wait holds the answer until the time has passed, and no longer', async () => {
    const id = await world.aJob(by);
    const before = world.clock.now.getTime();
    expect((await send(world, { by, id, query: { wait: '5' } })).body.status).toBe('queued');
    expect(world.clock.now.getTime() - before).toBe(5_000);
  });

  test('200 with wait is answered three seconds before the function must end', async () => {
    const id = await world.aJob(by);
    const before = world.clock.now.getTime();
    await send(world, { by, id, query: { wait: '25' }, remainingMs: 5_000 });
    expect(world.clock.now.getTime() - before).toBe(2_000);
  });

  test('400 for a wait over the maximum', async () => {
    expect((await send(world, { by, id: await world.aJob(by), query: { wait: '26' } })).status).toBe(400);
  });

  test('404 for a malformed id', async () => {
    expect((await send(world, { by, id: 'x' })).status).toBe(404);
  });

  test('410 for the text of a job that was deleted', async () => {
    const id = await world.aCompletedJob(by);
    const results = { ...world.results, get: async () => undefined };
    expect(typeOf(await send({ call: world.callWith({ results }) }, { by, id }))).toEqual([410, 'expired']);
  });

  test('410 once the retention is over, though the job is still stored', async () => {
    const id = await world.aCompletedJob(by);
    const at = (ms: number) => world.callWith({ now: () => new Date(world.clock.now.getTime() + ms) });
    expect((await send({ call: at(30 * day - 1) }, { by, id })).status).toBe(200);
    expect((await send({ call: at(30 * day) }, { by, id })).status).toBe(410);
  });

  test('429 when too many requests wait at once, and not without wait', async () => {
    const id = await world.aJob(by);
    const waiting = Promise.withResolvers<void>();
    let asleep = 0;
    const sleep = () => {
      asleep += 1;
      return waiting.promise;
    };
    const call = world.callWith({ sleep });
    const ask = { by, id, query: { wait: '5' } };
    const open = [send({ call }, ask), send({ call }, ask)];
    await expect.poll(() => asleep).toBe(2);
    const refused = await send({ call }, ask);
    expect(typeOf(refused)).toEqual([429, 'concurrency_limit_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(world, { by, id })).status).toBe(200);
    world.clock.now = new Date(world.clock.now.getTime() + 5_000);
    waiting.resolve();
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200]);
  });
};
