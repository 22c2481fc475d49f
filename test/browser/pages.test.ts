import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileNames, hostileTexts } from '../support/hostile-text.ts';
import { violations } from './axe.ts';
import { load, noBrowser } from './browser.ts';
import { tabToward } from './keyboard.ts';
import { deliveryAnsweredBy, webhook } from './account-data.ts';
import { job } from './jobs.ts';
import { answer, apiKey, answerWithData } from './pages.ts';
import { dialogList, pageList } from './page-list.ts';
import { eachPlaygroundView } from './playground-views.ts';
import { startWorld } from './shared-world.ts';
import { firstOrganization, firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`The console's pages are not tested: ${noBrowser}`);

describe.skipIf(noBrowser)('the console', () => {
  let world: World;
  let page: Page;
  let project: string;
  let inTest: string;
  let organizationId: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    inTest = project.replace('/#/', '/#/test/');
    organizationId = await firstOrganization(page);
    await answerWithData(page);
    await page.goto('/#/organizations');
  });
  afterAll(() => world?.stop());

  const open = async (path: string, ready: string): Promise<void> => {
    await page.goto(path);
    await page.locator('main').getByText(ready).first().waitFor();
  };
  const each = async (check: (what: string) => Promise<void>): Promise<void> => {
    for (const [path, ready] of pageList({ project, inTest, organizationId })) {
      await open(path, ready);
      await check(path);
    }
    await eachPlaygroundView(page, project, check);
    for (const [path, name] of dialogList({ project, organizationId })) {
      await page.goto(path);
      await page.getByRole('button', { name, exact: true }).click();
      await check(`${path}, ${name}`);
      await page.keyboard.press('Escape');
    }
  };

  test('every page and dialog passes axe in light and dark mode', { timeout: 240_000 }, async () => {
    const found: string[] = [];
    await each(async (what) => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const those = await violations(page, colorScheme);
        found.push(...those.map((violation) => `${what}, ${colorScheme}: ${violation}`));
      }
    });
    expect(found).toEqual([]);
  });

  test('every page and dialog fits 320 px, which is 1280 px at a zoom of 400 %, without horizontal scrolling', async () => {
    await page.setViewportSize({ width: 320, height: 740 });
    const tooWide: string[] = [];
    await each(async (what) => {
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
        tooWide.push(what);
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(tooWide).toEqual([]);
  });

  test('navigation focuses the heading, and closing a dialog focuses the button that opened it', async () => {
    await open(`${project}/keys`, 'No key yet.');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expect.poll(() => page.locator('h1:focus').allInnerTexts()).toEqual(['Webhooks']);
    await page.getByRole('button', { name: 'New endpoint' }).press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('url');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('New endpoint');
  });

  test('keys can be created and revoked by keyboard alone, with a visible focus', async () => {
    await load(page, `${project}/keys`);
    await page.getByText('No key yet.').waitFor();
    const tabTo = (name: string) => tabToward(page, name);
    await tabTo('New key');
    await page.keyboard.press('Enter');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('This is shown only once.').waitFor();
    await tabTo('I have stored it');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'By keyboard' }).waitFor();
    await expect.poll(() => page.locator(':focus').innerText()).toBe('New key');
    await tabTo('Revoke');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('Revoke');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('By keyboard was revoked.').waitFor();
    await page.getByText(/^Revoked/).waitFor();
    await page.reload();
    await page.getByText(/^Revoked/).waitFor();
    await tabTo('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('content');
  });

  test('a failed load shows the error and its request id, and can be tried again', async () => {
    const error = {
      type: 'rate_limit_exceeded',
      message: 'Wait a second.',
      request_id: 'req_7',
      details: {},
    };
    await page.route(/\/api-keys$/, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } }),
    );
    await open('/#/organizations', 'New organization');
    await open(`${project}/keys`, 'Wait a second.');
    await page.getByText('req_7').waitFor();
    await page.unroute(/\/api-keys$/);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('table').waitFor();
    // The button is gone, so the heading gets the focus.
    await expect.poll(() => page.locator(':focus').innerText()).toBe('API keys');
  });

  test('a recording in a format that the browser cannot play is said to be so', async () => {
    await answer(page, /\/transcriptions\/ofq_8\?/, job(['Hello.'], { id: 'ofq_8' }));
    await open(`${project}/jobs/ofq_8`, 'Hello.');
    const file = { name: 'call.amr', mimeType: 'audio/amr', buffer: Buffer.from('#!AMR') };
    await page.locator('.player input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('This browser cannot play “call.amr”. The text is complete.').waitFor();
  });

  describe('hostile text', () => {
    const shown = async (selector: string): Promise<string[]> =>
      page.locator(selector).evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''));
    const showAll = () => page.getByRole('button', { name: /^Show all/ }).click();
    const trimmed = (texts: readonly string[]): string[] => texts.map((text) => text.trim());

    test('markup in names of organizations and projects is shown as plain text', async () => {
      await page.route(/\/v1\/organizations$/, async (route) => {
        const { data, ...rest } = await (await route.fetch()).json();
        const others = hostileNames.map((name, at) => ({ ...data[0], id: `org_${at}`, name }));
        await route.fulfill({ json: { ...rest, data: [...data, ...others] } });
      });
      await page.route(/\/org_\d+\/projects$/, async (route) => {
        const at = Number(/org_(\d+)/.exec(route.request().url())?.[1]);
        const only = { id: `prj_${at}`, organization_id: `org_${at}`, name: hostileNames[at] };
        await route.fulfill({ json: { data: [only], next_cursor: null } });
      });
      await load(page, '/#/organizations');
      await page
        .locator('main')
        .getByText(hostileNames[0] ?? '')
        .first()
        .waitFor();
      expect(trimmed(await shown('.card h2')).toSorted()).toEqual(
        trimmed(['Analytical Engines', ...hostileNames]).toSorted(),
      );
      expect(trimmed(await shown('.card .rows a')).toSorted()).toEqual(
        trimmed(['Call centre', ...hostileNames]).toSorted(),
      );
    });

    test('markup in names of keys is shown as plain text', async () => {
      const data = hostileTexts.map((text, at) =>
        apiKey({ id: `key_${at}`, name: text, hint: text, created_by: { id: text, email: text } }),
      );
      await answer(page, /\/api-keys$/, { data, next_cursor: null });
      await open('/#/organizations', 'New organization');
      await open(`${project}/keys`, hostileTexts[0] ?? '');
      await showAll();
      expect(await shown('tbody th')).toEqual(hostileTexts);
      expect(await shown('tbody code')).toEqual(hostileTexts);
      expect(trimmed(await shown('tbody .by'))).toEqual(trimmed(hostileTexts));
    });

    test('markup in webhooks and their deliveries is shown as plain text', async () => {
      const data = hostileTexts.map((text, at) => webhook({ id: `whk_${at}`, url: text, description: text }));
      await answer(page, /\/webhooks\?/, { data });
      await open(`${project}/webhooks`, hostileTexts[0] ?? '');
      await showAll();
      expect(await shown('tbody a')).toEqual(hostileTexts);
      await answer(page, /\/deliveries\/dlv_1\?/, deliveryAnsweredBy(hostileTexts));
      await open(`${project}/webhooks/whk_1`, 'Deliveries');
      await page.getByRole('button', { name: 'transcription.completed' }).click();
      await page.getByRole('heading', { name: 'Request body' }).waitFor();
      const texts = await page.locator('.attempt pre').allTextContents();
      expect(texts).toEqual(expect.arrayContaining([...hostileTexts]));
    });

    test('markup in a transcript and its translation is shown as plain text', async () => {
      await answer(page, /\/transcriptions\/ofq_4\?/, job(hostileTexts, { id: 'ofq_4' }));
      // The viewport must be tall, because only the visible rows are rendered.
      await page.setViewportSize({ width: 1280, height: 100 * hostileTexts.length });
      await open(`${project}/jobs/ofq_4`, hostileTexts[0] ?? '');
      expect(await shown('.segment .text > :first-child')).toEqual(hostileTexts);
      expect(await shown('.segment .translation')).toEqual(hostileTexts);
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    test('markup in names of files is shown as plain text', async () => {
      await open(`${project}/playground`, 'Drop recordings here');
      const names = hostileTexts.map((text) => `${text.replaceAll(/[/\\\t]/g, '_')}.mp3`);
      const files = names.map((name) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.from('x') }));
      await page.locator('.drop input[type=file]').setInputFiles(files);
      await expect.poll(() => shown('.files .file-name')).toEqual(names);
    });
  });
});
