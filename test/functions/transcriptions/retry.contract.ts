import { expect, test } from 'vitest';
import type { Answer } from '../../support/function-world.ts';
import { startWorld } from '../../support/start-world.ts';
import type { Send } from '../../support/transcription-send.ts';
import { describeQueueing } from './queue.contract.ts';

const typeOf = ({ status, body }: Answer) => [status, body.error?.type];

/** The responses of the routes that retry a job, in the API and in the playground. */
export const describeRetry = async (send: Send): Promise<void> => {
  const { world, customer: by } = await startWorld();
  describeQueueing({ world, customer: by }, send, async ({ aFailedJob }, customer, mode) => ({
    id: await aFailedJob(customer, mode),
  }));

  test('202 queues a new job with the audio of the failed one', async () => {
    const id = await world.aFailedJob(by);
    const { status, body } = await send(world, { by, id });
    expect([status, body.id === id]).toEqual([202, false]);
    const failed = await world.find(by, id);
    const retried = await world.find(by, body.id);
    expect(retried).toMatchObject({ status: 'queued', uploadId: failed?.uploadId });
    expect(world.sent.split).toContainEqual(expect.objectContaining({ id: body.id }));
  });

  test('202 keeps the labels of the failed job', async () => {
    const labels = { client_reference_id: 'call-42', metadata: { team: 'support' }, filename: 'call.mp3' };
    const id = await world.aFailedJob(by, 'live', labels);
    const { body } = await send(world, { by, id });
    expect(await world.find(by, body.id)).toMatchObject({
      name: 'call-42',
      request: { metadata: { team: 'support' }, filename: 'call.mp3' },
    });
  });

  test('202 again answers the same new job, and says so', async () => {
    const id = await world.aFailedJob(by);
    const first = await send(world, { by, id });
    const second = await send(world, { by, id });
    expect(second.body).toEqual(first.body);
    const replayed = [first, second].map(({ headers }) => headers.get('idempotent-replayed'));
    expect(replayed).toEqual([null, 'true']);
  });

  test('404 for a malformed id', async () => {
    expect((await send(world, { by, id: 'x' })).status).toBe(404);
  });

  test('409 for a job that has not failed', async () => {
    const id = await world.aCompletedJob(by);
    expect(typeOf(await send(world, { by, id }))).toEqual([409, 'invalid_state']);
  });

  test('410 once the audio is gone', async () => {
    const id = await world.aFailedJob(by);
    const audio = { ...world.audio, head: async () => undefined };
    const answer = await send({ call: world.callWith({ audio }) }, { by, id });
    expect(typeOf(answer)).toEqual([410, 'expired']);
  });
};
