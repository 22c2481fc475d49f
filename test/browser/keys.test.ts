import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { noBrowser, type Watched } from './browser.ts';
import { answer, keysInUse } from './pages.ts';
import { firstProject, startWorld, type World } from './world.ts';

if (noBrowser) console.warn(`The keys of the console are not looked at: ${noBrowser}`);

describe.skipIf(noBrowser)('the page of the keys', () => {
  let world: World;
  let visit: Watched;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    world = await startWorld();
    visit = await world.visit();
    page = visit.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
  });
  afterAll(async () => {
    await world?.stop();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('makes a key that ends by itself', async () => {
    await page.goto(`${project}/keys`);
    await button('New key').click();
    await page.getByLabel('Name').fill('Quarter');
    await page.getByLabel('Expires').selectOption('In 90 days');
    await button('Create key').click();
    await button('I have stored it').click();
    const row = page.getByRole('row', { name: /Quarter/ });
    const end = await row.locator('time').nth(1).getAttribute('datetime');
    const days = (Date.parse(end ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThanOrEqual(90);
    expect(await row.innerText()).toContain('person-1@example.com');
  });

  const show = async (data: readonly object[]): Promise<void> => {
    await page.unroute(/\/api-keys$/);
    await answer(page, /\/api-keys$/, { data, next_cursor: null });
    await page.goto('/#/organizations');
    await page.goto(`${project}/keys`);
    await page.getByRole('rowheader', { name: 'Old server' }).waitFor();
  };

  test('tells who made keys, when each was last used and when it ends', async () => {
    await show(keysInUse);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) }).innerText();
    expect(await row('production')).toMatch(/ada\.lovelace\S+@example.com[^]*2026[^]*2099/);
    expect(await row('next')).toMatch(/Never\s+Never\s+Revoke/);
    expect(await row('Trial')).toMatch(/Expired$/);
    expect(await row('Old server')).toMatch(/Revoked/);
  });

  test('says before anything is filled in that one must be revoked first', async () => {
    await show(keysInUse);
    await button('New key').click();
    expect(await page.getByLabel(/^Live.*revoke one first/).isDisabled()).toBe(true);
    expect(await page.getByLabel(/^Test/).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    const working = { expires_at: null, revoked_at: null };
    await show(keysInUse.map((key, at) => ({ ...key, ...working, mode: at < 2 ? 'live' : 'test' })));
    await button('New key').click();
    await page.getByText('two live and two test keys that work').waitFor();
    await button('Close').click();
  });

  test.each(['light', 'dark'] as const)('breaks no rule of axe in %s, and fits a phone', async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme });
    await show(keysInUse);
    const found = await violations(page);
    await button('New key').click();
    found.push(...(await violations(page)));
    await page.keyboard.press('Escape');
    await page.getByLabel(/^Account/).click();
    await button('Sign out everywhere').waitFor();
    found.push(...(await violations(page)));
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(found).toEqual([]);
  });

  test('is gone once its reader signs out everywhere', async () => {
    await page.getByLabel(/^Account/).click();
    await button('Sign out everywhere').click();
    await page.getByRole('heading', { name: 'Sign out of Earshot' }).waitFor();
    await page.goto(`${project}/keys`);
    await button('Sign in').waitFor();
    expect(await page.content()).not.toContain('Old server');
  });

  test('meets no violation of its policy and no error', () => {
    expect(visit.mishaps).toEqual([]);
  });
});
