import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhook } from './account-data.ts';
import { load, noBrowser, shown } from './browser.ts';
import { auditLog } from './members.ts';
import { answer, answerWithData } from './pages.ts';
import { startWorld } from './shared-world.ts';
import { firstOrganization, type World } from './world.ts';

if (noBrowser) console.warn(`What each role finds at the console is not tested: ${noBrowser}`);

const denied = {
  status: 403,
  json: { error: { type: 'permission_denied', message: 'Your role does not allow this.', details: {} } },
};

describe.skipIf(noBrowser)('the console', () => {
  let world: World;
  let page: Page;
  let project: string;
  let organizationId: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
  });
  afterAll(() => world?.stop());

  const title = () => page.locator('h1').innerText();
  const tabs = () => page.getByRole('navigation', { name: 'Project' }).getByRole('link').allInnerTexts();
  /** From now on, the service returns these rights for the user. */
  const give = async (...rights: string[]): Promise<void> => {
    await page.unroute(/\/v1\/organizations(\?|$)/);
    await page.route(/\/v1\/organizations(\?|$)/, async (route) => {
      const { data, ...rest } = await (await route.fetch()).json();
      await route.fulfill({ json: { ...rest, data: data.map((one: object) => ({ ...one, rights })) } });
    });
  };

  test('the first form stays filled in while its session ends, and says why it was refused after the new sign-in', async () => {
    const field = page.getByLabel('Organization');
    await field.fill('   ');
    const cookies = await world.context.cookies();
    await world.context.clearCookies({ name: '__Host-session' });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await world.context.addCookies(cookies);
    await page.evaluate(`new BroadcastChannel('session').postMessage('')`);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('   ');
  });

  test('a blank name is marked at its field when the first project is created, with one reason', async () => {
    for (const [label, name] of [
      ['Organization', 'Analytical Engines'],
      ['First project', 'Call centre'],
    ] as const) {
      await page.getByLabel(label).fill('   ');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect.poll(() => page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator('form .problem').allInnerTexts()).toEqual([
        'Send a text of 1 to 100 characters.',
      ]);
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByLabel(label).fill(name);
    }
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Playground' }).waitFor();
    project = `/${new URL(page.url()).hash.replace('/playground', '')}`;
    organizationId = await firstOrganization(page);
    await answerWithData(page);
  });

  test('a project that was made since the page was loaded opens at its address, and of another one it says so', async () => {
    const id =
      await page.evaluate<string>(`fetch('/api/platform/v1/organizations/${organizationId}/projects', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: '{"name":"Second"}',
    }).then(async (response) => (await response.json()).id)`);
    await page.goto(`/#/projects/${id}/webhooks`);
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await page.goto(`/#/projects/${id}x/webhooks`);
    await page.getByText('There is no such project').waitFor();
    await page.goto(`${project}/playground`);
  });

  test('a change stays, although an earlier read is answered after it', async () => {
    const path = /\/webhooks\/whk_1\?/;
    let reads = 0;
    const { promise, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(path, async (route) => {
      if (route.request().method() === 'PATCH')
        return route.fulfill({ json: webhook({ status: 'disabled' }) });
      reads += 1;
      if (reads > 1) await promise;
      return route.fulfill({ json: webhook() });
    });
    await page.goto(`${project}/webhooks/whk_1`);
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => reads).toBe(2);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    const late = page.waitForResponse(path);
    arrive();
    await (await late).finished();
    await shown(page);
    expect(await page.getByRole('button', { name: 'Enable' }).count()).toBe(1);
    await page.unroute(path);
  });

  test('the days of the usage page are in its address, so a reload and "back" keep them', async () => {
    const pressed = () => page.locator('.range [aria-pressed=true]').allInnerTexts();
    await page.goto(`${project}/usage`);
    await expect.poll(pressed).toEqual(['30 days']);
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('button', { name: '90 days' }).click();
    expect(page.url()).toMatch(/\/usage\?start=20\d\d-\d\d-\d\d&end=20\d\d-\d\d-\d\d$/);
    await page.goBack();
    await expect.poll(pressed).toEqual(['7 days']);
    await page.reload();
    await expect.poll(pressed).toEqual(['7 days']);
  });

  test('the open delivery of a webhook is in its address, so "back" from its job, a reload and a link show it', async () => {
    await answer(page, /\/webhooks\/whk_1\?/, webhook());
    await page.goto(`${project}/webhooks/whk_1`);
    await page.getByRole('button', { name: 'transcription.completed' }).click();
    const drawer = page.getByRole('dialog', { name: 'transcription.completed' });
    await drawer.getByRole('link', { name: /^ofq_/ }).click();
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().waitFor();
    await drawer.waitFor({ state: 'detached' });
    await page.goBack();
    await drawer.waitFor();
    await page.reload();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/webhooks\/whk_1$/);
  });

  test('the place in the audit log is in its address, so a reload keeps it and "back" returns to the page before', async () => {
    await page.goto(`/#/organizations/${organizationId}/audit`);
    await answer(page, /\/audit-log\?cursor=next$/, { data: auditLog.slice(1), next_cursor: null });
    await page.getByRole('button', { name: 'Older' }).click();
    const newest = page.getByRole('button', { name: 'Newest' });
    await newest.waitFor();
    await page.reload();
    await newest.waitFor();
    await page.goBack();
    await newest.waitFor({ state: 'detached' });
  });

  test('the hint of a field is read as its description, not as a part of its name', async () => {
    await page.goto(`${project}/usage`);
    const field = page.getByRole('textbox', { name: 'Request id', exact: true });
    const hint = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    expect(await hint.innerText()).toMatch(/^The X-Request-Id of an answer/);
  });

  test('a service that is busy is asked again, and until then the page says so under a heading', async () => {
    let isBusy = true;
    await page.route(/\/v1\/session$/, (route) =>
      isBusy
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '1' },
            json: { error: { type: 'rate_limit_exceeded', message: 'Try again in 1 s.', details: {} } },
          })
        : route.fallback(),
    );
    await load(page, '/#/account');
    await page.getByText('Try again in 1 s.').waitFor();
    expect(await title()).toBe('Earshot could not be loaded');
    isBusy = false;
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    await page.unroute(/\/v1\/session$/);
  });

  test('somebody who pays sees the usage, and no key is read for them', async () => {
    await give('belong', 'pay');
    const read: string[] = [];
    page.on('request', (request) => void read.push(new URL(request.url()).pathname));
    await load(page, `${project}/usage`);
    await page.getByRole('row', { name: /^This console/ }).waitFor();
    expect(read.filter((path) => path.endsWith('/api-keys'))).toEqual([]);
  });

  test('a role that is taken away while the page is open takes the pages that it opened, and what they show', async () => {
    await give('belong', 'read');
    await load(page, `${project}/jobs`);
    await page.getByText('interview.m4a').waitFor();
    expect(await tabs()).toContain('Jobs');
    await give('belong', 'pay');
    await page.route(/\/transcriptions\?/, (route) => route.fulfill(denied));
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(title).toBe('Not allowed');
    expect(await page.getByText('interview.m4a').count()).toBe(0);
    expect(await tabs()).toEqual(['Usage', 'Billing', 'Members', 'Settings']);
    await page.unroute(/\/transcriptions\?/);
  });

  test.each([
    ['billing', 'pay'],
    ['audit', 'manage'],
  ])('the address of %s is not allowed for a role without the right to %s', async (name, right) => {
    await give('belong', 'read');
    await load(page, `/#/organizations/${organizationId}/${name}`);
    await expect.poll(title).toBe('Not allowed');
    await give('belong', right);
    await page.reload();
    await expect.poll(title).not.toBe('Not allowed');
  });
});
