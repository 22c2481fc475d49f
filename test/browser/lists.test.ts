import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from './browser.ts';
import { longListId, putJobs, putKeys, putWebhooks } from './long-lists.ts';
import { startWorld } from './shared-world.ts';
import { firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`The console's long lists are not tested: ${noBrowser}`);

describe.skipIf(noBrowser)('a project with 200 jobs, 200 keys and 100 endpoints', () => {
  let world: World;
  let page: Page;
  let project: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    const projectId = project.split('/').at(-1) ?? '';
    await Promise.all([
      putJobs(world.table, projectId, 200),
      putKeys(world.table, projectId, 200),
      putWebhooks(world.table, projectId, 100),
    ]);
  });
  afterAll(() => world?.stop());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const rows = () => page.locator('tbody th').allInnerTexts();

  test('a page of jobs is in the address, and all its jobs but one are deleted at once, so that older ones move up', async () => {
    await page.goto(`${project}/jobs`);
    await page.getByText('call-199.mp3').waitFor();
    await button('Older').click();
    await page.getByText('call-179.mp3').waitFor();
    expect(await page.locator(':focus').innerText()).toBe('Jobs');
    expect(page.url()).toMatch(/\/jobs\?cursor=/);
    await page.goBack();
    await page.getByText('call-199.mp3').waitFor();
    await button('Older').click();
    await page.getByRole('checkbox', { name: 'Select call-170.mp3' }).check();
    expect(await page.locator('thead :indeterminate').count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('checkbox', { name: 'Select call-170.mp3' }).uncheck();
    await button('Delete 19').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('19 jobs deleted.').waitFor({ timeout: 60_000 });
    await expect
      .poll(rows)
      .toEqual(['call-170.mp3', ...Array.from({ length: 19 }, (_, at) => `call-${159 - at}.mp3`)]);
    expect(await button(/^Delete/).count()).toBe(0);
    expect(await page.locator(':focus').innerText()).toBe('Jobs');
  });

  test('the completed jobs of a project are listed page by page, and an id opens its job', async () => {
    await page.goto(`${project}/jobs`);
    await page.getByLabel('Status').selectOption('completed');
    const failed = async () => (await rows()).filter((name) => name.endsWith('7.mp3'));
    await expect.poll(failed).toEqual([]);
    await page.getByText('call-199.mp3').waitFor();
    await button('Older').click();
    await button('Newest').waitFor();
    await page.getByText('call-158.mp3').waitFor();
    expect(page.url()).toMatch(/\/jobs\?status=completed&cursor=/);
    expect(await failed()).toEqual([]);
    await page.getByLabel('Id or reference').fill(longListId('ofq', '042'));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toMatch(/\/jobs\/ofq_a+aec$/);
  });

  test('a search of the jobs by a reference keeps the focus in its field, and "back" empties it', async () => {
    await page.goto(`${project}/jobs`);
    const field = page.getByLabel('Id or reference');
    await field.fill('nowhere');
    await field.press('Enter');
    await page.getByText('No such job').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Id or reference');
    await page.goBack();
    await page.getByText('call-199.mp3').waitFor();
    expect(await field.inputValue()).toBe('');
  });

  test.each([
    ['keys', 'Server 199', 'Find keys', 'Server 042', 200],
    ['webhooks', 'https://shop-000.example.com/hook', 'Find endpoints', 'shop-042', 100],
  ])(
    'a list of many %s shows the first, finds one, and shows all',
    async (tab, first, label, name, count) => {
      await page.goto(`${project}/${tab}`);
      await page.getByText(first).waitFor();
      // The checklist of the first page may have been read before all rows were written. It is shown until the next read.
      await expect.poll(async () => (await rows()).length).toBe(20);
      await page.getByLabel(label).fill(name.toUpperCase());
      await expect.poll(rows).toEqual([expect.stringContaining(name)]);
      await page.getByLabel(label).fill('nothing');
      await page.getByText(`None of ${count} matches.`).waitFor();
      await page.getByLabel(label).fill('');
      await button(`Show all ${count}`).click();
      expect(await rows()).toHaveLength(count);
    },
  );
});
