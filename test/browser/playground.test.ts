import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { load, noBrowser } from './browser.ts';
import { job } from './jobs.ts';
import { answer } from './pages.ts';
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

  /** Drops or pastes a file on the element. Returns whether the page prevents the browser from opening the file. */
  const give = (kind: 'drop' | 'paste', name: string, selector: string) =>
    page.evaluate<boolean>(`{
      const data = new DataTransfer();
      data.items.add(new File(['speech'], '${name}'));
      const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
      const event = new (${kind === 'drop' ? 'DragEvent' : 'ClipboardEvent'})('${kind}', options);
      !document.querySelector('${selector}').dispatchEvent(event);
    }`);

  test('recordings are dropped or pasted anywhere on the page of the playground, except into text', async () => {
    await load(page, `${project}/playground`);
    await page.getByRole('tab', { name: 'Address' }).click();
    expect(await give('drop', 'notes.txt', 'h1')).toBe(true);
    await page.getByText('The format of “notes.txt” is not supported.').waitFor();
    await give('drop', 'dropped.mp3', 'h1');
    await give('paste', 'pasted.mp3', 'body');
    await give('paste', 'picture.png', 'textarea');
    const names = () => page.locator('.files .file-name').allInnerTexts();
    await expect.poll(names).toEqual(['dropped.mp3', 'pasted.mp3']);
    expect(await page.getByText('is not supported.').count()).toBe(0);
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    expect(await give('drop', 'late.mp3', 'h1')).toBe(false);
  });

  test('of many recordings that were sent, only the one that is shown is waited for', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `ofq_${at}`);
    const running = (id: string) => job([], { id, status: 'processing', segments: null, api_key_hint: null });
    await answer(page, /\/transcriptions\?/, { data: ids.slice(0, 10).map(running), next_cursor: 'older' });
    const waitedFor: string[] = [];
    await page.route(/\/transcriptions\/ofq_\d+\?/, (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      const id = pathname.split('/').at(-1) ?? '';
      if (searchParams.get('wait') !== '0') waitedFor.push(id);
      return route.fulfill({ json: running(id) });
    });
    const tenant = { projectId: project.split('/').at(-1), mode: 'live' };
    const all = ids.map((id) => ({
      id,
      key: id,
      tenant,
      name: id,
      source: { url: id },
      options: {},
      jobId: id,
    }));
    await page.evaluate(`sessionStorage.setItem('sendings', ${JSON.stringify(JSON.stringify({ all }))})`);
    await load(page, `${project}/playground`);
    await expect.poll(() => page.locator('.sent .badge').count()).toBe(ids.length);
    await expect.poll(() => waitedFor.length).toBeGreaterThan(5);
    expect(new Set(waitedFor)).toEqual(new Set(['ofq_0']));
  });

  test('who signs out while a recording is sent is asked first', async () => {
    await load(page, `${project}/playground`);
    await page.route(/\/transcription-uploads/, () => {});
    await page.getByText('Drop recordings here').waitFor();
    await give('drop', 'call.mp3', 'h1');
    await page.getByRole('button', { name: 'Transcribe' }).click();
    await page.getByRole('progressbar', { name: 'Sending call.mp3' }).first().waitFor();
    await page.locator('summary', { hasText: /^P$/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByText(/stopped and lost: \d recording/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => page.locator('h1:focus').allInnerTexts()).toEqual(['Playground']);
    await page.getByRole('progressbar', { name: 'Sending call.mp3' }).first().waitFor();
  });
});
