import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, tenSeconds } from '../support/local-service.ts';
import { noBrowser } from './browser.ts';
import { startWorld } from './shared-world.ts';
import type { World } from './world.ts';
import { testFolder } from '../support/test-folder.ts';

const cannotRun = noBrowser ?? noSpeech;
if (cannotRun) console.warn(`The console's live and test modes are not tested: ${cannotRun}`);

describe.skipIf(cannotRun)('live and test mode', () => {
  let world: World;
  let page: Page;
  let project: string;
  let inTest: string;
  let testJob: string;
  const folder = testFolder();
  const recording = join(folder, 'call.mp3');
  beforeAll(async () => {
    writeFileSync(recording, await tenSeconds('-f', 'mp3').bytes());
    world = await startWorld({ acceptDownloads: true });
    page = world.page;
    await world.signIn(page);
  });
  afterAll(() => world?.stop());

  const band = () => page.getByText('Test mode.', { exact: true });
  const switchTo = (mode: 'Live' | 'Test') =>
    page.getByRole('navigation', { name: 'Mode' }).getByRole('link', { name: mode }).click();
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name }).click();
  const address = () => page.evaluate<string>('location.pathname + location.hash');
  /** Opens the job that the playground shows. Returns the job's address. */
  const openJob = async (): Promise<string> => {
    await page.getByRole('link', { name: 'Open the job' }).click();
    await page.locator('.side').waitFor();
    return address();
  };
  /** Transcribes the recording in the current mode. Returns the address of the job. */
  const transcribe = async (): Promise<string> => {
    await page.locator('.drop').drop({ files: recording });
    await page.getByRole('button', { name: 'Transcribe' }).click();
    await page.locator('.segment').first().waitFor({ timeout: 60_000 });
    return openJob();
  };
  const jobs = () => page.getByRole('table').getByRole('link').count();

  test('one click after the first sign-in gives text, in test mode with its banner and price', async () => {
    await page.getByRole('button', { name: 'Try a sample' }).click();
    await page.locator('.segment').first().waitFor({ timeout: 60_000 });
    await band().waitFor();
    await page.getByText('Free, up to 60 minutes a day').waitFor();
    inTest = (await address()).replace('/playground', '');
    expect(inTest).toContain('/#/test/projects/prj_');
    project = inTest.replace('/test/', '/');
    await page.getByText('1 of 4').waitFor();
    testJob = await openJob();
  });

  test('a job in test mode is marked as such, is free, and its text can be downloaded', async () => {
    expect(testJob).toContain(`${inTest}/jobs/ofq_`);
    await page.locator('.side').getByText('test', { exact: true }).waitFor();
    await page.locator('.side').getByText('Free', { exact: true }).waitFor();
    await page.locator('summary', { hasText: 'Download' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: '.txt' }).first().click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/best of times/);
  });

  test('a job is listed only in its own mode', async () => {
    await switchTo('Live');
    expect(await address()).toBe(`${project}/jobs`);
    await page.getByText('No job yet.').waitFor();
    expect(await band().count()).toBe(0);
    await tab('Playground');
    const liveJob = await transcribe();
    await tab('Jobs');
    await page.getByRole('cell', { name: /^\$0\.000/ }).waitFor();
    expect(await jobs()).toBe(1);
    await switchTo('Test');
    await page.getByRole('cell', { name: 'Free' }).waitFor();
    expect(await jobs()).toBe(1);
    await page.getByRole('table').getByRole('link').click();
    await page
      .getByText(/best of times/)
      .first()
      .waitFor();
    expect(await address()).toBe(testJob);
    for (const elsewhere of [testJob.replace('/#/test/', '/#/'), liveJob.replace('/#/', '/#/test/')]) {
      await page.goto(elsewhere);
      await page.getByText('There is no transcription with this id').waitFor();
    }
  });

  test('a webhook of test mode is not listed in live mode', async () => {
    await page.goto(`${inTest}/webhooks`);
    await page.getByRole('button', { name: 'New endpoint' }).click();
    await page.getByLabel('Address').fill('https://hooks.example.com/test-mode');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: '/test-mode' }).waitFor();
    await switchTo('Live');
    await page.getByText('No endpoint yet.').waitFor();
  });

  test('the usage page in test mode shows that its jobs cost nothing, and the limits with their current use', async () => {
    await page.goto(`${inTest}/usage`);
    await page.getByRole('row', { name: 'Webhooks, this project in this mode 1 20' }).waitFor();
    await page.getByRole('row', { name: /^Projects of the organization 1 20/ }).waitFor();
    await page.getByText('Jobs in test mode cost nothing').waitFor();
    await page.getByRole('status').filter({ hasText: '$0.00' }).waitFor({ state: 'attached' });
  });

  test('the project and mode opened last open again, in this tab and in a new one', async () => {
    await page.goto('/');
    await page.waitForURL(`**${inTest}/playground`);
    const another = await world.context.newPage();
    await another.goto('/');
    await another.getByText('Test mode.', { exact: true }).waitFor();
    await page.goto(`/#/organizations`);
    await page.locator('.card').getByRole('link', { name: 'First project' }).click();
    await band().waitFor();
    await switchTo('Live');
    await page.getByText('It is charged like any job').waitFor();
    await page.goto('/');
    await page.waitForURL(`**${project}/playground`);
  });
});
