import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../docs/site/pages.ts';
import { violations } from './axe.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { firstProject, startWorld, type World } from './world.ts';

if (noBrowser) console.warn(`The documentation is not tested: ${noBrowser}`);

describe.skipIf(noBrowser)('the documentation', () => {
  let world: World;
  let visit: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    world = await startWorld();
    visit = await world.visit();
    page = visit.page;
  });
  afterAll(async () => {
    await world?.stop();
  });

  const shownCode = (): Promise<string[]> =>
    page.locator('.tabs-of-code').first().locator('pre:visible').allInnerTexts();

  test('a reader without an account goes from page to page, and code stays in the language that was chosen', async () => {
    await page.goto('/docs');
    expect(await page.locator('pre').first().innerText()).toContain(`EARSHOT_BASE_URL=${world.baseUrl}`);
    expect((await shownCode()).join()).toContain('curl');
    await page.locator('.tabs-of-code').first().getByText('Python', { exact: true }).click();
    expect((await shownCode()).join()).toContain('from earshot import Earshot');
    await page.getByRole('link', { name: 'Vocabulary', exact: true }).click();
    await page.getByRole('heading', { name: 'Vocabulary', level: 1 }).waitFor();
    expect(await shownCode()).toEqual([expect.stringContaining('from earshot import Earshot')]);
    expect(await page.locator('nav [aria-current]').innerText()).toBe('Vocabulary');
  });

  test('without a script code can be read in each language', async () => {
    const { page: plain, context } = await world.visit({ javaScriptEnabled: false });
    await plain.goto('/docs');
    await plain.locator('.tabs-of-code').first().getByText('TypeScript', { exact: true }).click();
    const code = plain.locator('.tabs-of-code').first().locator('pre:visible');
    expect(await code.allInnerTexts()).toEqual([expect.stringContaining("from 'earshot'")]);
    await context.close();
  });

  test('a reader who is signed in has a new test key filled in, which works', async () => {
    await world.signIn(page);
    await firstProject(page, 'Analytical Engines', 'Call centre');
    await page.goto('/docs');
    await page.getByRole('button', { name: 'Fill in a new test key' }).click();
    await page.getByText('The key is in the code below.').waitFor();
    const [, key] = /EARSHOT_API_KEY=(es_test_\S+)/.exec(await page.locator('pre').first().innerText()) ?? [];
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${world.baseUrl}/v1/transcriptions`, { headers })).status).toBe(200);
  });

  test.each(['light', 'dark'] as const)('pages of each kind pass axe in %s mode', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const found: string[] = [];
    for (const path of ['/docs', '/docs/from-openai', '/docs/realtime-messages']) {
      await page.goto(path);
      found.push(...(await violations(page)).map((violation) => `${path}: ${violation}`));
    }
    expect(found).toEqual([]);
  });

  test('every page fits a phone without horizontal scrolling', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const tooWide: string[] = [];
    for (const { path } of pages) {
      await page.goto(path);
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
        tooWide.push(path);
    }
    expect(tooWide).toEqual([]);
  });

  test('no page of the documentation violates the content security policy or throws an error', () => {
    expect(visit.problems).toEqual([]);
  });
});
