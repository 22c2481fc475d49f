import { expect, test } from 'vitest';
import { tenantOf } from '#lib/platform/tenant.ts';
import { startWorld } from '../../support/start-world.ts';
import type { Send } from '../../support/transcription-send.ts';

/** The responses of the routes that grant an upload, in the API and in the playground. */
export const describeUploads = async (send: Send): Promise<void> => {
  const { world, customer: by } = await startWorld();
  const body = { content_type: 'audio/mpeg' };

  test.each(['live', 'test'] as const)('201 is a grant of the project in %s mode', async (mode) => {
    const made = await send(world, { by, mode, body });
    expect([made.status, made.body.mode]).toEqual([201, mode]);
    const item = await world.deps.findUpload(tenantOf(by.projectId, mode), made.body.id);
    expect(item).toMatchObject({ status: 'issued', contentType: 'audio/mpeg' });
  });

  test('201 again under the same Idempotency-Key is the same grant, and 409 after it has expired', async () => {
    const headers = { 'idempotency-key': 'a-key-of-its-own' };
    const first = await send(world, { by, body, headers });
    const second = await send(world, { by, body, headers });
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const now = () => new Date(world.clock.now.getTime() + 15 * 60_000);
    const third = await send({ call: world.callWith({ now }) }, { by, body, headers });
    expect([third.status, third.body.error?.type]).toEqual([409, 'upload_expired']);
  });

  test('the same Idempotency-Key in test mode makes another grant', async () => {
    const headers = { 'idempotency-key': 'one-key-two-modes' };
    const live = await send(world, { by, body, headers });
    const inTest = await send(world, { by, mode: 'test', body, headers });
    expect([live.status, inTest.status, inTest.body.id === live.body.id]).toEqual([201, 201, false]);
  });

  test('400 for a format that is not audio', async () => {
    const answer = await send(world, { by, body: { content_type: 'text/html' } });
    expect([answer.status, answer.body.error.type]).toEqual([400, 'unsupported_audio_format']);
  });

  test('413 for more bytes than a file may have', async () => {
    expect((await send(world, { by, body: { ...body, size_bytes: 10 ** 12 } })).status).toBe(413);
  });

  test('422 for a used Idempotency-Key with another body', async () => {
    const headers = { 'idempotency-key': 'a-key-used-for-two-bodies' };
    await send(world, { by, body, headers });
    expect((await send(world, { by, body: { content_type: 'audio/ogg' }, headers })).status).toBe(422);
  });
};
