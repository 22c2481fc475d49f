import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser, shown } from './browser.ts';
import { membership } from './members.ts';
import { job } from './jobs.ts';
import { answer } from './pages.ts';
import { startWorld } from './shared-world.ts';
import { firstOrganization, firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`That the console keeps one's place is not tested: ${noBrowser}`);

const at = '2026-11-20T10:00:00.000Z';
const listed = Array.from({ length: 20 }, (_, index) => ({
  ...job(['Hello.']),
  id: `ofq_${index}`,
  filename: `call-${index}.mp3`,
  first_words: 'Good morning.',
  api_key_hint: null,
  client_reference_id: null,
  created_at: at,
}));
const long = job(Array.from({ length: 400 }, (_, line) => `This is what is said in line ${line}.`));

describe.skipIf(noBrowser)('somebody at the console', () => {
  let world: World;
  let page: Page;
  let project: string;
  let organizationId: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    organizationId = await firstOrganization(page);
  });
  afterAll(() => world?.stop());

  const focused = () => page.locator(':focus').evaluateAll((all) => all.map((one) => one.textContent));
  const scrolled = () => page.evaluate<number>('scrollY');
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter');

  describe('who goes back', () => {
    beforeAll(async () => {
      await page.setViewportSize({ width: 375, height: 740 });
      await answer(page, /\/transcriptions\?/, { data: listed, next_cursor: null });
      await answer(page, /\/transcriptions\/ofq_\d+\?/, long);
    });
    afterAll(async () => {
      await page.unrouteAll();
      await page.setViewportSize({ width: 1280, height: 900 });
    });
    /** The number of the line in the middle of the screen. */
    const lineInView = () =>
      page.evaluate<number>(
        "Number(/line (\\d+)/.exec(document.elementFromPoint(190, 500)?.closest('.segment')?.innerText)?.[1])",
      );
    const opened = async () => {
      await page.goto(`${project}/jobs`);
      const link = page.getByRole('link', { name: 'call-15.mp3' });
      await link.scrollIntoViewIfNeeded();
      const place = await scrolled();
      expect(place).toBeGreaterThan(500);
      await link.click();
      await page.locator('.segment').first().waitFor();
      return place;
    };

    test('who goes back is at the same job of the list again, and a new page begins at its top', async () => {
      const place = await opened();
      await expect.poll(scrolled).toBe(0);
      await page.goBack();
      await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
      await expect.poll(scrolled).toBe(place);
      await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Usage' }).click();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      await expect.poll(scrolled).toBe(0);
    });

    test('who goes back is at the same job although the list has to be loaded again', async () => {
      const place = await opened();
      await page.reload();
      await page.locator('.segment').first().waitFor();
      await page.goBack();
      await expect.poll(scrolled).toBe(place);
    });

    test('who goes back is at about the same line of a long text', async () => {
      await opened();
      await page.mouse.wheel(0, 9_000);
      await expect.poll(scrolled).toBeGreaterThan(8_000);
      await page.evaluate(
        'new Promise((resolve) => { const rest = () => { const y = scrollY; setTimeout(() => y === scrollY ? resolve() : rest(), 300); }; rest(); })',
      );
      const line = await lineInView();
      await page.evaluate("document.querySelector('nav.tabs a[href$=keys]').click()");
      await page.getByRole('heading', { name: 'API keys' }).waitFor();
      await page.goBack();
      // The rows above it have an estimated height until they are rendered.
      await expect.poll(async () => Math.abs((await lineInView()) - line)).toBeLessThanOrEqual(5);
    });
  });

  describe('who leaves a page while an answer is late', () => {
    /** Answers requests with this method to `path` once `arrive` is called. */
    const late = async (path: RegExp, method: string, body: object | undefined) => {
      const { promise, resolve: arrive } = Promise.withResolvers<void>();
      await page.route(path, async (route) => {
        if (route.request().method() !== method) return route.fallback();
        await promise;
        return body ? route.fulfill({ json: body }) : route.fulfill({ status: 204 });
      });
      const answered = page.waitForResponse(
        (response) => path.test(response.url()) && response.request().method() === method,
      );
      return async () => {
        arrive();
        await (await answered).finished();
      };
    };
    const staysAtUsage = async (arrive: () => Promise<void>): Promise<void> => {
      await page.evaluate(`location.hash = '${project.slice(1)}/usage'`);
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      await arrive();
      await shown(page);
      expect(new URL(page.url()).hash).toBe(`${project.slice(1)}/usage`);
    };
    afterAll(() => page.unrouteAll());

    test('who leaves while a project is created stays where they went, and the project is listed then', async () => {
      await page.goto(`/#/organizations`);
      const created = { id: 'prj_late', organization_id: organizationId, name: 'Late', created_at: at };
      const arrive = await late(/\/projects$/, 'POST', created);
      await press('New project in Analytical Engines');
      await page.keyboard.type('Late');
      await page.keyboard.press('Enter');
      await staysAtUsage(arrive);
      await page.locator('summary[aria-label^="Project:"]').click();
      await page.getByRole('link', { name: 'Late' }).waitFor();
      await page.keyboard.press('Escape');
    });

    test('who leaves while a job is deleted stays where they went', async () => {
      await answer(page, /\/transcriptions\/ofq_1\?/, job(['Hello.']));
      const arrive = await late(/\/transcriptions\/ofq_1\?/, 'DELETE', undefined);
      await page.goto(`${project}/jobs/ofq_1`);
      await press('Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
      await staysAtUsage(arrive);
    });
  });

  test('the focus is at the next recording after one was removed, then where files are chosen', async () => {
    await page.goto(`${project}/playground`);
    const file = (name: string) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.from('x') });
    await page.locator('.drop input[type=file]').setInputFiles([file('a.mp3'), file('b.mp3')]);
    await press('Remove a.mp3');
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Remove b.mp3');
    await press('Remove b.mp3');
    await expect.poll(() => page.locator(':focus').getAttribute('type')).toBe('file');
  });

  test('the focus is at the heading after the first steps were hidden', async () => {
    await page.goto(`${project}/playground`);
    await press('Hide');
    await expect.poll(focused).toEqual(['Playground']);
  });

  test('the focus is at the heading after a project was deleted', async () => {
    await page.goto(`/#/organizations`);
    await press('New project in Analytical Engines');
    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Playground' }).waitFor();
    await page.goto(`/#/organizations/${organizationId}/settings`);
    await press('Delete Second');
    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'Second' }).waitFor({ state: 'detached' });
    await expect.poll(focused).toEqual(['Settings']);
  });

  test('the dialog that deletes a project says what becomes of its keys, live sessions and jobs', async () => {
    await page.goto(`/#/organizations/${organizationId}/settings`);
    await press('Delete Call centre');
    const told = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    for (const part of ['API keys', 'Live sessions', 'Jobs'])
      expect(told).toContainEqual(expect.stringContaining(part));
    await page.keyboard.press('Escape');
  });

  test('the focus is at the heading after a member was removed', async () => {
    let { members } = membership;
    await page.route(/\/members$/, (route) => route.fulfill({ json: { ...membership, members } }));
    await page.route(/\/members\/usr_\w+$/, async (route) => {
      members = members.filter(({ user_id: id }) => !route.request().url().endsWith(id));
      await route.fulfill({ status: 204 });
    });
    await page.goto(`/#/organizations/${organizationId}/members`);
    await press(/^Remove/);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('was removed.').waitFor();
    await expect.poll(focused).toEqual(['Members']);
    await page.unrouteAll();
  });
});
