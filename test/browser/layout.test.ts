import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from './browser.ts';
import { job } from './jobs.ts';
import { answer, answerWithData } from './pages.ts';
import { startWorld } from './shared-world.ts';
import { firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`The console's layout is not tested: ${noBrowser}`);

/** The maximum length of a name. */
const longName = (text: string): string => text.repeat(9).slice(0, 100);

type Rect = { readonly bottom: number; readonly height: number };

describe.skipIf(noBrowser)('the layout of the console', () => {
  let world: World;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, longName('Analytical Engines '), longName('Call centre '));
    await answerWithData(page);
  });
  afterAll(() => world?.stop());

  const overflow = () =>
    page.evaluate<number>(
      'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
    );
  /** The smallest width of each layout, and a large width. */
  const widths = [1600, 1200, 1024, 641, 320];

  test.each(widths)(
    'the count and the arrows of a search in a transcript stay beside its field, and the text does not move: %i px',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${project}/jobs`);
      await page.goto(`${project}/jobs/ofq_1`);
      const search = page.getByRole('searchbox', { name: 'Search in text' });
      const barHeight = async () => (await page.locator('.player').boundingBox())?.height;
      await search.waitFor();
      const before = await barHeight();
      await search.fill('the');
      await page.getByText(/^1 of \d+$/).waitFor();
      const middles = await page
        .locator('.search :is(input, .quiet, button)')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
        );
      expect(middles).toHaveLength(4);
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
      expect(await barHeight()).toBe(before);
      expect(await overflow()).toBe(0);
    },
  );

  test.each([640, 320])(
    'the menu of projects with long names stays within a phone of %i px',
    async (width) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${project}/usage`);
      await page.locator('summary[aria-label^="Project:"]').click();
      const menu = await page.locator('.menu[open] .menu-list').boundingBox();
      expect((menu?.x ?? 0) + (menu?.width ?? Infinity)).toBeLessThanOrEqual(width);
      expect(await overflow()).toBe(0);
      await page.keyboard.press('Escape');
    },
  );

  test('what unfolds is high enough for a finger', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, text] of [
      ['playground', 'Names and context'],
      ['webhooks/whk_1', 'TypeScript'],
    ] as const) {
      await page.goto(`${project}/${path}`);
      const box = await page.locator('summary').filter({ hasText: text }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
    }
  });

  test('the newest live text is in view, however much was spoken before', async () => {
    await page.goto(`${project}/live`);
    await page.locator('.spoken').waitFor();
    const [newest, place] = await page.evaluate<[Rect, Rect]>(`(() => {
      const texts = document.querySelector('.spoken [aria-live]');
      for (let line = 0; line < 200; line += 1)
        texts.append(Object.assign(document.createElement('p'), { textContent: line }));
      return [texts.lastChild, document.querySelector('.spoken')].map((one) => one.getBoundingClientRect().toJSON());
    })()`);
    expect(newest.bottom).toBeLessThanOrEqual(place.bottom + 1);
    expect(place.height).toBeLessThan(844);
    await page.reload();
  });

  test('a file name in the list of jobs keeps a distance from its checkbox on a phone', async () => {
    const names = ['x', 'il', 'wide and narrow '].map((text) => `${text.repeat(40).slice(0, 200)}.mp3`);
    const data = names.map((filename, at) => ({ ...job(['Hello.']), id: `ofq_${at}`, filename }));
    await answer(page, /\/transcriptions\?/, { data, next_cursor: null });
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(`${project}/jobs`);
    await page.getByRole('checkbox', { name: 'Select x' }).waitFor();
    const gaps = await page.evaluate<number[]>(`[...document.querySelectorAll('tbody tr')].map((row) => {
      const name = document.createRange();
      name.selectNodeContents(row.querySelector('.recording-cell a'));
      const box = row.querySelector('.select input').getBoundingClientRect();
      const beside = [...name.getClientRects()].filter(({ top }) => top < box.bottom);
      return box.left - Math.max(...beside.map(({ right }) => right));
    })`);
    expect(gaps).toHaveLength(names.length);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
  });
});
