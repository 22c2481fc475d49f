import { beforeEach, expect, test } from 'vitest';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { caller } from '../../../support/protocol-world.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();
beforeEach(() => {
  Object.assign(world.script, { chunks: 2, parts: 0 });
});

const post = (id: string, body: string) =>
  world.audio.put(uploadKey({ tenant: caller.tenant, id }), body, 'audio/mpeg');
/** An upload whose event has arrived. */
const uploaded = async (): Promise<string> => {
  const id = await world.upload();
  await world.arrive(id);
  await world.deps.recordUpload({ tenant: caller.tenant, id });
  return id;
};

test.each([0, 3])(
  'bytes posted before the job was created are transcribed, though their event is late (%i parts)',
  async (parts) => {
    Object.assign(world.script, { parts });
    const id = await uploaded();
    await post(id, 'bytes of a second POST');
    const job = await world.queue({ upload_id: id });
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  },
);

test('bytes posted before the job was created are transcribed, though the bytes before them were planned', async () => {
  Object.assign(world.script, { parts: 3 });
  const id = await uploaded();
  const ref = { tenant: caller.tenant, id };
  const { eTag = '' } = (await world.audio.head(uploadKey(ref))) ?? {};
  await world.split({ ...ref, eTag });
  await post(id, 'bytes of a second POST');
  const job = await world.queue({ upload_id: id });
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('bytes posted after the job was created are never transcribed, and the message says so', async () => {
  const id = await uploaded();
  await post(id, 'bytes of a second POST');
  const job = await world.queue({ upload_id: id });
  world.clock.now = world.later(1_000);
  await post(id, 'bytes of a third POST');
  await world.run();
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: {
      type: 'audio_unreadable',
      message: 'The file was replaced or removed before it could be read.',
    },
  });
});
