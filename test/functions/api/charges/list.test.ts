import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const list = (query: Record<string, string> = {}, as = customer.live) =>
  world.call('GET /v1/reports/charges', { as, query });

test('200 has what each completed job cost, also after it was deleted', async () => {
  const id = await world.aCompletedJob(customer);
  await world.call('DELETE /v1/transcriptions/{transcription_id}', {
    as: customer.live,
    params: { transcription_id: id },
  });
  const { status, body } = await list();
  expect([status, body.data]).toMatchObject([
    200,
    [{ transcription_id: id, amount_usd: '0.000100', audio_ms: 1_200, language: 'en' }],
  ]);
  expect((await list({}, customer.test)).body.data).toEqual([]);
});

test('200 as CSV has a row for each charge, and links to the page that follows', async () => {
  const owner = await world.aCustomer();
  const ids = [await world.aCompletedJob(owner), await world.aCompletedJob(owner)];
  const query = { format: 'csv', limit: '1', start: '2026-11-20', end: '2026-11-20' };
  const first = await list(query, owner.live);
  const [headings, row] = first.body.split('\r\n');
  expect(headings).toBe('at,mode,transcription_id,client_reference_id,key_id,language,audio_ms,amount_usd');
  expect(row).toMatch(/,0\.000100$/);
  const link = /^<(\/v1\/reports\/charges\?[^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '');
  const next = Object.fromEntries(new URL(link?.[1] ?? '', 'https://api.example').searchParams);
  expect(next).toMatchObject(query);
  const second = await list(next, owner.live);
  const rows = [row, second.body.split('\r\n')[1]];
  expect(new Set(rows.map((one) => one?.split(',')[2]))).toEqual(new Set(ids));
  expect((await list({ ...next, start: '2026-11-01', end: '2026-11-02' }, owner.live)).status).toBe(200);
});

test('400 for the cursor of the list of jobs, which has that of the charges refused, too', async () => {
  const owner = await world.aCustomer();
  for (const _ of ['first', 'second']) await world.aCompletedJob(owner);
  const jobs = (cursor?: string) =>
    world.call('GET /v1/transcriptions', {
      as: owner.live,
      query: { limit: '1', ...(cursor && { cursor }) },
    });
  const ofCharges = (await list({ limit: '1' }, owner.live)).body.next_cursor;
  const ofJobs = (await jobs()).body.next_cursor;
  expect((await list({ cursor: ofCharges }, owner.live)).status).toBe(200);
  expect((await list({ cursor: ofJobs }, owner.live)).status).toBe(400);
  expect((await jobs(ofCharges)).status).toBe(400);
});
