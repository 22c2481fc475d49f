import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { load, noBrowser } from './browser.ts';
import { startWorld } from './shared-world.ts';
import { firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`The console's playground is not tested: ${noBrowser}`);

describe.skipIf(noBrowser)('the playground', () => {
  let world: World;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
  });
  afterAll(() => world?.stop());

  test('languages likely spoken are chosen by their label, and removed by their chip only, which hands the focus on', async () => {
    await page.route(/\/v1\/capabilities$/, async (route) => {
      const known = await (await route.fetch()).json();
      await route.fulfill({ json: { ...known, languages: ['de', 'en', 'ja'] } });
    });
    await load(page, `${project}/playground`);
    const languages = page.getByRole('combobox', { name: 'Languages likely spoken', exact: true });
    await languages.selectOption('de');
    await languages.selectOption('ja');
    await page.getByText('Languages likely spoken').click();
    expect(await page.locator('.chip').allInnerTexts()).toEqual(['German ×', 'Japanese ×']);
    await page.getByRole('button', { name: 'Remove Japanese' }).press('Enter');
    expect(await page.locator('.chip').allInnerTexts()).toEqual(['German ×']);
    await expect.poll(() => languages.evaluate((it) => it.matches(':focus'))).toBe(true);
    await page.unroute(/\/v1\/capabilities$/);
  });
});
