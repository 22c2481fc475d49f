import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../support/local-service.ts';
import { load, noBrowser, shown } from './browser.ts';
import { job } from './jobs.ts';
import { answer, keysInUse } from './pages.ts';
import { startWorld } from './shared-world.ts';
import { firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`The console's transcripts and wide tables are not tested: ${noBrowser}`);

const lines = Array.from(
  { length: 120 },
  (_, at) => `It was the best of times, it was the worst of times ${at}.`,
);
const arabic =
  'مرحبا بكم في خدمة العملاء، كيف يمكنني مساعدتك اليوم؟ لقد اتصلت بنا أمس بخصوص الطلب رقم 42، وأود أن أؤكد لكم أن الشحنة ستصل يوم الخميس بين التاسعة والحادية عشرة صباحا.';

describe.skipIf(noBrowser)('a transcript and a wide table', () => {
  let world: World;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    world = await startWorld({ acceptDownloads: true });
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    const jobs = { ofq_1: job(lines), ofq_2: job([arabic], { id: 'ofq_2' }) };
    for (const [id, one] of Object.entries(jobs)) await answer(page, new RegExp(`/${id}\\?`), one);
    await answer(page, /\/api-keys$/, { data: keysInUse, next_cursor: null });
    await answer(page, /\/transcriptions\?/, {
      data: [
        {
          ...job(['Hello.']),
          filename: '2026-11-20_Kundengespraech_Mueller_final_v3.mp3',
          first_words: 'Good morning.',
          api_key_hint: 'es_live_Ab12…',
          client_reference_id: '7f3b2a10-9c4e-4c1b-8f77-0a1b2c3d4e5f',
        },
      ],
      next_cursor: null,
    });
  });
  afterAll(() => world?.stop());

  const segments = () => page.locator('.segments > li').count();

  test('a printed transcript has all its lines, and no player or navigation', async () => {
    await page.goto(`${project}/jobs/ofq_1`);
    await page.locator('.segment').first().waitFor();
    const drawn = await segments();
    expect(drawn).toBeLessThan(lines.length);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(segments).toBe(lines.length);
    const bottoms = await page
      .locator('.segments > li')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
    expect(new Set(bottoms).size).toBe(lines.length);
    const onScreen = ['.top', '.tabs', '.player', '.page-heading .actions'].map((name) => page.locator(name));
    expect(await Promise.all(onScreen.map((one) => one.isVisible()))).toEqual([false, false, false, false]);
    await page.emulateMedia({ media: null });
    await expect.poll(segments).toBe(drawn);
  });

  test('a text that is written from right to left begins at the right', async () => {
    await page.goto(`${project}/jobs/ofq_2`);
    const text = page.locator('.segment .text > [dir]').first();
    await text.waitFor();
    const linesAtTheRight = await text.evaluate((element) => {
      const { right } = element.getBoundingClientRect();
      return [...element.children].filter((word) => right - word.getBoundingClientRect().right < 1).length;
    });
    expect(linesAtTheRight).toBeGreaterThan(1);
  });

  test('Enter goes to the next match, but not while an input method asks which characters are meant', async () => {
    await page.goto(`${project}/jobs/ofq_1`);
    const search = page.getByRole('searchbox', { name: 'Search in text' });
    await search.fill('worst of times');
    await page.getByText('1 of 120', { exact: true }).waitFor();
    for (const key of ['Enter', 'Escape']) await search.dispatchEvent('keydown', { key, isComposing: true });
    await search.press('Enter');
    await page.getByText('2 of 120', { exact: true }).waitFor();
  });

  test('a press on the waveform goes to its time, but not one that opens the menu of the browser', async () => {
    await page.goto(`${project}/jobs/ofq_1`);
    const waveform = page.getByRole('slider');
    const position = { x: 200, y: 10 };
    await waveform.click({ button: 'right', position });
    expect(await waveform.getAttribute('aria-valuetext')).toMatch(/^0:00 of/);
    await waveform.click({ position });
    await expect.poll(() => waveform.getAttribute('aria-valuetext')).not.toMatch(/^0:00 of/);
  });

  test('a search while the recording plays stays at its match when the next line is spoken', async () => {
    await page.goto(`${project}/jobs/ofq_1`);
    await page.locator('.player input[type=file]').setInputFiles(sample);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.evaluate('document.querySelector("audio").currentTime = 9');
    await page.getByRole('searchbox', { name: 'Search in text' }).fill('times 100.');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    const seconds = () => page.evaluate<number>('document.querySelector("audio").currentTime');
    await expect.poll(seconds).toBeGreaterThan(10.5);
    await shown(page);
    // A line out of view is not drawn.
    expect(await page.locator('.match').count()).toBeGreaterThan(0);
    await page.reload();
  });

  test('a line that has the focus keeps it when it is scrolled away', async () => {
    await page.goto(`${project}/jobs/ofq_1`);
    await page.locator('.player input[type=file]').setInputFiles(sample);
    await page.locator('button.time').first().focus();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByText('worst of times 119.').first().waitFor();
    expect(await page.locator(':focus').innerText()).toMatch(/0:00$/);
    await page.keyboard.press('Tab');
    expect(await page.locator('button.time:focus').count()).toBe(1);
  });

  test('a line that gets the focus from below is not covered by the player', async () => {
    await load(page, `${project}/jobs/ofq_1`);
    await page.locator('.player input[type=file]').setInputFiles(sample);
    await page.locator('button.time').nth(12).focus();
    await page.evaluate('document.activeElement.scrollIntoView({ block: "start" })');
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Shift+Tab');
    const [line, player] = await page.evaluate<[number, number]>(
      "[document.activeElement, document.querySelector('.player')].map((one, at) => one.getBoundingClientRect()[at ? 'bottom' : 'top'])",
    );
    expect(line).toBeGreaterThanOrEqual(player);
  });

  // These widths show cards, cards beside the navigation, and columns at their smallest width.
  test.each([660, 1024, 1320])(
    'the tables of keys and jobs are not cut off on a screen of %i pixels, and no name is squeezed',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      for (const tab of ['keys', 'jobs']) {
        await page.goto(`${project}/${tab}`);
        await page.locator('tbody tr').first().waitFor();
        const [right, name] = await page.evaluate<[number, number]>(`[
          Math.max(...[...document.querySelectorAll('tbody *')].map((one) => one.getBoundingClientRect().right)),
          document.querySelector('tbody th').getBoundingClientRect().width,
        ]`);
        const room = await page.locator('main').evaluate((main) => main.getBoundingClientRect().right);
        expect(right).toBeLessThanOrEqual(room);
        expect(name).toBeGreaterThan(170);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );

  test('a download of an ended session asks to sign in, and goes on then', async () => {
    await page.goto(`${project}/jobs/ofq_1`);
    await page.locator('summary', { hasText: 'Download' }).click();
    const cookies = await world.context.cookies();
    await world.context.clearCookies({ name: '__Host-session' });
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: '.txt' }).first().click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await world.context.addCookies(cookies);
    await page.evaluate(`new BroadcastChannel('session').postMessage('')`);
    expect((await file).url()).toMatch(/\/transcript\?mode=live&format=txt$/);
  });
});
