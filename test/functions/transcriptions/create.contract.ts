import { expect, test } from 'vitest';
import { speechModels } from '#lib/speech/engines/models.ts';
import type { Answer } from '../../support/function-world.ts';
import { startWorld } from '../../support/start-world.ts';
import type { Send } from '../../support/transcription-send.ts';
import { describeQueueing } from './queue.contract.ts';

const typeOf = ({ status, body }: Answer) => [status, body.error?.type];
const day = 24 * 60 * 60_000;

/** The responses of the routes that create a job, in the API and in the playground. */
export const describeCreates = async (send: Send): Promise<void> => {
  const { world, customer: by } = await startWorld();
  describeQueueing({ world, customer: by }, send, async ({ anUpload }, customer, mode) => ({
    body: { upload_id: await anUpload(customer, mode) },
  }));

  test('202 again under the same Idempotency-Key is the same job', async () => {
    const headers = { 'idempotency-key': 'a-key-of-its-own' };
    const body = { upload_id: await world.anUpload(by) };
    const first = await send(world, { by, body, headers });
    const second = await send(world, { by, body, headers });
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect([second.status, second.body.id]).toEqual([202, first.body.id]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test('the same Idempotency-Key in test mode makes another job', async () => {
    const headers = { 'idempotency-key': 'one-key-two-modes' };
    const live = await send(world, { by, body: { upload_id: await world.anUpload(by) }, headers });
    const body = { upload_id: await world.anUpload(by, 'test') };
    const inTest = await send(world, { by, mode: 'test', body, headers });
    expect([live.status, inTest.status, inTest.body.id === live.body.id]).toEqual([202, 202, false]);
  });

  test.each([[{}], [{ upload_id: 'upl_x', audio_url: 'https://audio.example/' }], [{ upload_id: 7 }]])(
    '400 for %j',
    async (body) => {
      expect((await send(world, { by, body })).status).toBe(400);
    },
  );

  test('400 for a translation that the deployment does not offer', async () => {
    const translation = { type: 'one_way', target_language: 'fr' };
    const body = { upload_id: await world.anUpload(by), translation };
    expect(typeOf(await send(world, { by, body }))).toEqual([400, 'translation_not_supported']);
  });

  test('400 for digits in a language without rules for them, and no job is made of the upload', async () => {
    const call = world.callWith({ models: [speechModels['whisper-small']] });
    const upload_id = await world.anUpload(by);
    const body = { upload_id, language_hints: ['de'], formatting: { numerals: 'digits' } };
    expect(typeOf(await send({ call }, { by, body }))).toEqual([400, 'invalid_request']);
    expect((await send(world, { by, body: { upload_id } })).status).toBe(202);
  });

  test.each(['upl_x', `upl_${'a'.repeat(26)}`])('404 for the upload %s', async (id) => {
    const answer = await send(world, { by, body: { upload_id: id } });
    expect(typeOf(answer)).toEqual([404, 'not_found']);
  });

  test("404 for a stranger's upload", async () => {
    const body = { upload_id: await world.anUpload(await world.aCustomer()) };
    expect((await send(world, { by, body })).status).toBe(404);
  });

  test('409 for an upload whose bytes have not arrived, or came too long ago', async () => {
    const uploads = 'POST /v1/transcription-uploads';
    const { body: grant } = await world.call(uploads, { as: by.live, body: { content_type: 'audio/mpeg' } });
    const body = { upload_id: grant.id };
    expect(typeOf(await send(world, { by, body }))).toEqual([409, 'upload_incomplete']);
    const { now } = world.clock;
    world.clock.now = new Date(now.getTime() + 15 * 60_000);
    expect(typeOf(await send(world, { by, body }))).toEqual([409, 'upload_expired']);
    world.clock.now = now;
  });

  test('409 for an upload that another job was made from names that job', async () => {
    const body = { upload_id: await world.anUpload(by) };
    const first = await send(world, { by, body });
    const second = await send(world, { by, body });
    expect(typeOf(second)).toEqual([409, 'upload_already_consumed']);
    expect(second.body.error.details).toEqual({ transcription_id: first.body.id });
    expect(second.body.error.message).toContain(first.body.id);
  });

  test('410 for a file that was deleted', async () => {
    const id = await world.aFile(by);
    await world.call('DELETE /v1/files/{file_id}', { as: by.live, params: { file_id: id } });
    expect(typeOf(await send(world, { by, body: { file_id: id } }))).toEqual([410, 'expired']);
  });

  test('422 for a used Idempotency-Key with another body', async () => {
    const headers = { 'idempotency-key': 'a-key-used-for-two-bodies' };
    const answers = [];
    for (let count = 0; count < 2; count += 1)
      answers.push(await send(world, { by, body: { upload_id: await world.anUpload(by) }, headers }));
    expect(answers.map(typeOf)).toEqual([
      [202, undefined],
      [422, 'idempotency_key_reused'],
    ]);
  });

  test('a job from an upload is sent to be split, one from a URL to be fetched', async () => {
    const upload = await send(world, { by, body: { upload_id: await world.anUpload(by) } });
    const url = await send(world, { by, body: { audio_url: 'https://audio.example/a.mp3' } });
    expect(world.sent.split).toContainEqual(expect.objectContaining({ id: upload.body.id }));
    expect(world.sent.fetch).toContainEqual(expect.objectContaining({ id: url.body.id, stage: 'fetch' }));
  });

  test('a job is kept for the retention of the deployment', async () => {
    const { body } = await send(world, { by, body: { upload_id: await world.anUpload(by) } });
    const { expiresAt } = (await world.find(by, body.id)) ?? {};
    expect(expiresAt).toBe(new Date(world.clock.now.getTime() + 30 * day).toISOString());
  });
};
