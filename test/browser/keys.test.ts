import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { asksToStay, load, noBrowser } from './browser.ts';
import { answer, keysInUse } from './pages.ts';
import { startWorld } from './shared-world.ts';
import { firstOrganization, firstProject, statusUrl, type World } from './world.ts';

if (noBrowser) console.warn(`The console's API keys page is not tested: ${noBrowser}`);

describe.skipIf(noBrowser)('the API keys page', () => {
  let world: World;
  let page: Page;
  let other: Page;
  let project: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
  });
  afterAll(() => world?.stop());

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('a new key survives a reload while it is typed, and is created with its expiry date', async () => {
    await page.goto(`${project}/keys`);
    await button('New key').click();
    await page.getByLabel('Name').fill('Quarter');
    await page.getByLabel('Expires').selectOption('In 90 days');
    await page.getByLabel(/^Test/).check();
    await page.reload();
    await button('New key').click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Quarter');
    expect(await page.getByLabel(/^Test/).isChecked()).toBe(true);
    await button('Create key').click();
    await button('I have stored it').click();
    const row = page.getByRole('row', { name: /Quarter/ });
    const end = await row.locator('time').nth(1).getAttribute('datetime');
    const days = (Date.parse(end ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThanOrEqual(90);
    expect(await row.innerText()).toContain(`person-1@${world.domain}`);
    await button('New key').click();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    await page.getByLabel('Name').fill('Not meant');
    await button('Cancel').click();
    await button('New key').click();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    await button('Cancel').click();
  });

  test('a colleague who is invited to read sees the keys and cannot make one', async () => {
    other = (await world.visit()).page;
    await world.signIn(other);
    const organizationId = await firstOrganization(page);
    await page.goto(`/#/organizations/${organizationId}/members`);
    await button('Invite').click();
    await page.getByLabel('Email address').fill(`Person-2@${world.domain}`);
    await page.getByLabel(/^Viewer/).check();
    await button('Create invitation').click();
    await page.getByText('An email with this link is on its way.').waitFor();
    const link = await page.locator('.secret code').innerText();
    await button('I have copied it').click();
    await page.getByRole('row', { name: /Person-2/ }).waitFor();
    await button(`Invite again Person-2@${world.domain}`).click();
    await button('Invite again').click();
    const renewed = await page.locator('.secret code').innerText();
    expect(renewed).not.toBe(link);
    await button('I have copied it').click();

    await other.goto(`/${new URL(renewed).hash}`);
    await other.getByRole('button', { name: 'Join the organization' }).click();
    await other.getByRole('row', { name: /person-2.*Viewer/ }).waitFor();
    await page.getByLabel(`Role of person-1@${world.domain}`).press('ArrowDown');
    await button(`Change the role of person-1@${world.domain}`).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByText('at least one owner').waitFor();
    await page.reload();
    expect(await page.getByLabel(`Role of person-1@${world.domain}`).inputValue()).toBe('owner');
    const role = page.getByLabel(`Role of person-2@${world.domain}`);
    for (const [key, name] of [
      ['ArrowUp', 'developer'],
      ['ArrowDown', 'viewer'],
    ] as const) {
      await role.press(key);
      await button(`Change the role of person-2@${world.domain}`).press('Enter');
      await page.getByText(`person-2@${world.domain} is ${name} now.`).waitFor();
      await expect.poll(() => page.locator('select:focus').count()).toBe(1);
    }
    await other.goto(`${project}/keys`);
    await other.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(await other.getByRole('button', { name: 'New key' }).count()).toBe(0);
    expect(await other.getByRole('link', { name: /Playground|Billing/ }).count()).toBe(0);
  });

  test('the last owner can neither leave nor step down, but hand the organization over and step down then', async () => {
    const members = `/#/organizations/${await firstOrganization(page)}/members`;
    await page.goto(members);
    await page.getByRole('heading', { name: 'Hand over' }).waitFor();
    await button(`Leave person-1@${world.domain}`).click();
    await button('Leave').click();
    await page.getByRole('dialog').getByText('at least one owner').waitFor();
    expect(await page.locator('dialog button:focus').innerText()).toBe('Leave');
    await page.keyboard.press('Escape');
    await page.getByLabel(`Role of person-2@${world.domain}`).selectOption('Owner');
    await button(`Change the role of person-2@${world.domain}`).click();
    await page.getByText(`person-2@${world.domain} is owner now.`).waitFor();
    await page.getByLabel(`Role of person-1@${world.domain}`).selectOption('Developer');
    await button(`Change the role of person-1@${world.domain}`).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('row', { name: /person-1.*Developer/ }).waitFor();
    await expect.poll(() => page.locator('h1:focus').allInnerTexts()).toEqual(['Members']);
    await expect.poll(() => button('Invite').count()).toBe(0);
    await load(other, members);
    await other.getByRole('button', { name: 'Invite', exact: true }).waitFor();
    await other.getByRole('button', { name: `Leave person-2@${world.domain}` }).waitFor();
  });

  test('the status page is linked beside the keys, for strangers, and when the API cannot be reached', async () => {
    await page.goto(`${project}/keys`);
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(await page.locator('header').getByRole('link', { name: 'Status' }).getAttribute('href')).toBe(
      statusUrl,
    );
    const { page: stranger, context } = await world.visit();
    await stranger.goto('/');
    expect(await stranger.getByRole('link', { name: 'Status' }).getAttribute('href')).toBe(statusUrl);
    await stranger.route(/\/session$/, (route) => route.fulfill({ status: 503, body: '' }));
    await stranger.reload();
    const known = stranger.getByRole('link', { name: 'See whether it is known' });
    expect(await known.getAttribute('href')).toBe(statusUrl);
    await context.close();
  });

  const show = async (data: readonly object[]): Promise<void> => {
    await page.unroute(/\/api-keys$/);
    await answer(page, /\/api-keys$/, { data, next_cursor: null });
    await page.goto('/#/organizations');
    // Waits until the keys page has gone, because two changes of the hash in one frame would not reload it.
    await page.getByRole('heading', { name: 'Organizations and projects' }).waitFor();
    await page.goto(`${project}/keys`);
    await page.getByRole('rowheader', { name: 'Old server' }).waitFor();
  };

  test('the API keys page shows the creator, last use and expiry of each key', async () => {
    await show(keysInUse);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) }).innerText();
    expect(await row('production')).toMatch(/ada\.lovelace\S+@example.com[^]*2026[^]*2099/);
    expect(await row('next')).toMatch(/Never\s+Never\s+Revoke/);
    expect(await row('Trial')).toMatch(/Expired$/);
    expect(await row('Old server')).toMatch(/Revoked/);
  });

  test('the form for a new key says at once that the maximum of active keys is reached', async () => {
    await show(keysInUse);
    await button('New key').click();
    expect(await page.getByLabel(/^Live.*revoke one first/).isDisabled()).toBe(true);
    expect(await page.getByLabel(/^Test/).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    const working = { expires_at: null, revoked_at: null };
    await show(keysInUse.map((key, at) => ({ ...key, ...working, mode: at < 2 ? 'live' : 'test' })));
    await button('New key').click();
    await page.getByText('two active live keys and two active test keys').waitFor();
    await button('Close').click();
  });

  test.each(['light', 'dark'] as const)(
    'the API keys page passes axe in %s mode and fits a phone screen',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      await show(keysInUse);
      const found = await violations(page, scheme);
      await button('New key').click();
      found.push(...(await violations(page, scheme)));
      await page.keyboard.press('Escape');
      await page.getByLabel(/^Account/).click();
      await button('Sign out').waitFor();
      found.push(...(await violations(page, scheme)));
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      await page.setViewportSize({ width: 1280, height: 900 });
      expect(found).toEqual([]);
    },
  );

  test('Escape closes neither a key that is being created, nor its secret, nor an ended session, and the secret asks before a reload', async () => {
    const { page: own, context } = await world.visit();
    await world.signIn(own);
    const keys = `${await firstProject(own, 'Babbage and sons', 'Support')}/keys`;
    const pressTwice = async () => {
      // Evaluates nothing between the keys: an evaluation counts as a user action, and each user action lets a dialog stay open
      // once.
      for (const key of ['Escape', 'Escape']) {
        await own.keyboard.press(key);
        await own.waitForTimeout(100);
      }
      expect(await own.locator('dialog:modal').isVisible()).toBe(true);
    };
    const staysOpen = async () => {
      await pressTwice();
      // Older browsers do not support this attribute.
      await own.evaluate("document.querySelector('dialog').removeAttribute('closedby')");
      await pressTwice();
    };
    await own.goto(keys);
    await own.getByRole('button', { name: 'New key' }).click();
    await own.getByLabel('Name').fill('Production');
    const { promise, resolve: arrive } = Promise.withResolvers<void>();
    await own.route(/\/api-keys$/, async (route) => {
      if (route.request().method() === 'POST') await promise;
      return route.fallback();
    });
    await own.getByRole('button', { name: 'Create key' }).click();
    await own.getByRole('button', { name: 'Cancel' }).dispatchEvent('click');
    await pressTwice();
    arrive();
    await own.locator('.secret').waitFor();
    await staysOpen();
    expect(await asksToStay(own)).toBe(true);
    await own.getByRole('button', { name: 'I have stored it' }).click();
    await context.clearCookies({ name: '__Host-session' });
    await own.getByRole('link', { name: 'Jobs' }).click();
    await own.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await staysOpen();
    await context.close();
  });

  test('signing out everywhere hides the API keys page', async () => {
    await page.getByLabel(/^Account/).click();
    await page.getByRole('link', { name: 'Account' }).click();
    await button('Sign out everywhere').click();
    await page.getByRole('heading', { name: 'Sign out of Earshot' }).waitFor();
    await page.goto(`${project}/keys`);
    await button('Sign in').waitFor();
    expect(await page.content()).not.toContain('Old server');
  });
});
