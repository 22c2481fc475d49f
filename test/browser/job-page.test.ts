import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { delivery } from './account-data.ts';
import { load, noBrowser } from './browser.ts';
import { job } from './jobs.ts';
import { answer } from './pages.ts';
import { startWorld } from './shared-world.ts';
import { firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`The page of a job is not tested: ${noBrowser}`);

const failed = (fields: object) =>
  job([], {
    id: 'ofq_2',
    status: 'failed',
    transcript: null,
    segments: null,
    words: null,
    error: { type: 'internal_error', message: 'Something broke.', retryable: true, request_id: 'req_1' },
    source: { kind: 'upload', deleted_at: null },
    ...fields,
  });

const quarter = { percent: 30, processed_ms: 18_000, total_ms: 61_240 };

describe.skipIf(noBrowser)('the page of a job', () => {
  let world: World;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    world = await startWorld({ acceptDownloads: true });
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    await answer(page, /\/ofq_1\?/, job(['Hello.']));
    await answer(page, /\/ofq_3\?/, job([], { id: 'ofq_3', status: 'processing' }));
  });
  afterAll(() => world?.stop());

  test('the page of a job need not be opened to read why the job failed', async () => {
    const listed = { filename: 'call.mp3', first_words: null, api_key_hint: null };
    await answer(page, /\/transcriptions\?/, { data: [{ ...failed({}), ...listed }], next_cursor: null });
    await page.goto(`${project}/jobs`);
    await page.getByRole('row', { name: 'call.mp3' }).getByText('Something broke.').waitFor();
    await page.unroute(/\/transcriptions\?/);
  });

  test('the page of a failed job says that the job was retried, also to who goes back to the page', async () => {
    await answer(page, /\/ofq_2\?/, failed({ retried_as: null }));
    await answer(page, /\/ofq_2\/retry\?/, { id: 'ofq_1', status: 'queued' });
    await page.goto(`${project}/jobs/ofq_2`);
    await page.getByRole('button', { name: 'Retry with the same audio' }).click();
    await page.getByText('Hello.').first().waitFor();
    await answer(page, /\/ofq_2\?/, failed({ retried_as: 'ofq_1' }));
    await page.goBack();
    await page.getByText('This job was retried as').waitFor();
    expect(await page.getByRole('button', { name: 'Retry with the same audio' }).count()).toBe(0);
  });

  test('the page of a job shows the webhook deliveries of its end, which are made after the job was read', async () => {
    await answer(page, /\/ofq_4\?/, job(['Hello.'], { id: 'ofq_4', completed_at: new Date().toISOString() }));
    await answer(page, /\/ofq_4\/deliveries\?/, { data: [], next_cursor: null });
    const read = page.waitForResponse(/\/ofq_4\/deliveries\?/);
    await page.goto(`${project}/jobs/ofq_4`);
    await read;
    const status = page.getByRole('region', { name: 'Webhook deliveries' }).locator('.badge');
    const sending = delivery({ status: 'pending', next_attempt_at: null });
    await answer(page, /\/ofq_4\/deliveries\?/, { data: [sending], next_cursor: null });
    await expect.poll(() => status.allInnerTexts()).toEqual(['pending']);
    await answer(page, /\/ofq_4\/deliveries\?/, { data: [delivery({ status: 'delivered' })] });
    await expect.poll(() => status.allInnerTexts()).toEqual(['delivered']);
  });

  test('the page of a job says that its deliveries and credit could not be read, and reads them again when asked', async () => {
    const error = { type: 'invalid_request', message: 'This cannot be read.', details: {} };
    const refuse = (path: RegExp) =>
      page.route(path, (route) => route.fulfill({ status: 400, json: { error } }));
    await Promise.all([refuse(/\/ofq_5\/deliveries\?/), refuse(/\/ofq_5\/ledger\?/)]);
    await answer(page, /\/ofq_5\?/, job(['Hello.'], { id: 'ofq_5' }));
    await page.goto(`${project}/jobs/ofq_5`);
    const region = (name: string) => page.getByRole('region', { name });
    for (const name of ['Credit', 'Webhook deliveries'])
      await region(name).getByText('This cannot be read.').waitFor();
    await answer(page, /\/ofq_5\/deliveries\?/, { data: [delivery()], next_cursor: null });
    await region('Webhook deliveries').getByRole('button', { name: 'Try again' }).click();
    await region('Webhook deliveries').getByRole('row').nth(1).waitFor();
  });

  test('a screen reader is told the progress of a job and its end at one place, as it announces changes only', async () => {
    await answer(page, /\/ofq_6\?/, job([], { id: 'ofq_6', status: 'processing', progress: quarter }));
    await page.goto(`${project}/jobs/ofq_6`);
    const place = page.locator('main .sr-only[role=status]');
    await place.waitFor({ state: 'attached' });
    const before = await place.elementHandle();
    expect(await before?.textContent()).toBe('Transcribing, 25 percent.');
    await answer(page, /\/ofq_6\?/, job(['Hello.'], { id: 'ofq_6' }));
    await page.getByText('Hello.').first().waitFor();
    expect(await before?.textContent()).toBe('The job is completed.');
    expect(await before?.evaluate((element) => element.isConnected)).toBe(true);
  });

  test('the page of a job asks again for its code, which was lost on the way', async () => {
    let losses = 0;
    await page.route(/\/transcript-workspace-/, (route) => {
      losses += 1;
      return losses === 1 ? route.fulfill({ status: 503, body: 'no' }) : route.fallback();
    });
    await load(page, `${project}/jobs/ofq_1`);
    await page.getByText('Hello.').first().waitFor();
    expect(losses).toBeGreaterThan(1);
  });

  test('the menu of downloads closes when one was chosen, and the focus stays there', async () => {
    await answer(page, /\/transcript\?/, { text: 'Hello.' });
    await page.goto(`${project}/jobs/ofq_1`);
    const menu = page.locator('summary[aria-label=Download]');
    await menu.press('Enter');
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Text .txt' }).press('Enter');
    await saved;
    expect(await page.locator('details.menu[open]').count()).toBe(0);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Download');
  });

  test('the page of a job shows progress and what is pressed in a mode of few colours, too', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${project}/jobs/ofq_3`);
    const progress = page.getByRole('progressbar', { name: 'Transcription' });
    await progress.waitFor();
    expect(await coloursOf(page, await progress.screenshot())).toBeGreaterThan(1);
    await page.goto(`${project}/usage`);
    await page.getByRole('button', { name: '30 days', pressed: true }).waitFor();
    const [sevenDays, thirtyDays] = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.range button')].map((button) => getComputedStyle(button).backgroundColor)",
    );
    expect(thirtyDays).not.toBe(sevenDays);
    await page.emulateMedia({ forcedColors: null });
  });

  test('the page of a job offers somebody who may only read neither to cancel nor to delete it', async () => {
    await page.route(/\/v1\/organizations(\?|$)/, async (route) => {
      const { data, ...rest } = await (await route.fetch()).json();
      const readers = data.map((one: object) => ({ ...one, rights: ['belong', 'read'] }));
      await route.fulfill({ json: { ...rest, data: readers } });
    });
    await page.goto(`${project}/jobs/ofq_3`);
    await page.reload();
    await page.getByRole('progressbar', { name: 'Transcription' }).waitFor();
    expect(await page.getByRole('button', { name: /Cancel|Delete/ }).count()).toBe(0);
  });
});

/** The number of colours of a picture. */
const coloursOf = (page: Page, png: Buffer): Promise<number> =>
  page.evaluate<number>(`createImageBitmap(new Blob([Uint8Array.fromBase64('${png.toString('base64')}')])).then((picture) => {
    const drawing = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    drawing.drawImage(picture, 0, 0);
    return new Set(new Uint32Array(drawing.getImageData(0, 0, picture.width, picture.height).data.buffer)).size;
  })`);
