import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, tenSeconds } from '../support/local-service.ts';
import { hearingSpeech, noBrowser } from './browser.ts';
import { failedJob } from './jobs.ts';
import { answer } from './pages.ts';
import { describeListening } from './listening.ts';
import { firstProject, startOwnWorld, type OwnWorld } from './world.ts';
import { testFolder } from '../support/test-folder.ts';

const run = promisify(execFile);

const hasJq = spawnSync('bash', ['-c', 'command -v jq']).status === 0;

const cannotRun = noBrowser ?? noSpeech;
if (cannotRun) console.warn(`The console's user journey is not tested: ${cannotRun}`);

describe.skipIf(cannotRun)('an engineer', () => {
  let world: OwnWorld;
  let page: Page;
  let project: string;
  let secret: string;
  const folder = testFolder();
  beforeAll(async () => {
    writeFileSync(join(folder, 'call.mp3'), await tenSeconds('-f', 'mp3').bytes());
    world = await startOwnWorld(
      {
        acceptDownloads: true,
        permissions: ['clipboard-read', 'clipboard-write', 'microphone'],
      },
      ...(await hearingSpeech(folder)),
    );
    page = world.page;
  });
  afterAll(() => world?.stop());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

  test('an engineer signs in and creates an organization with its first project', async () => {
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    await page.getByText('No job yet.').waitFor();
  });

  test('an engineer sees the secret of a new key once, and copies it', async () => {
    await tab('API keys');
    await button('New key').click();
    await page.getByLabel('Name').fill('Production');
    await button('Create key').click();
    secret = await page.locator('.secret code').innerText();
    expect(secret).toMatch(/^es_live_\w+$/);
    await button('Copy').click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
    await page.keyboard.press('Escape');
    await button('I have stored it').click();
    await page.getByRole('row', { name: /Production/ }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toContain('es_live');
  });

  describeListening(() => page);

  test('an engineer records from the microphone and gets the text of the recording', async () => {
    await tab('Playground');
    await button('Remove two-cities.ogg').click();
    await button('Record').click();
    await page.locator('.recording').getByText('Recording').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('.recording .time').innerText(), { timeout: 15_000 }).toBe('0:04');
    expect(Number(await page.locator('.recording meter').getAttribute('value'))).toBeGreaterThan(0);
    await button('Stop').click();
    await page.locator('.files audio').waitFor();
    await button('Transcribe').click();
    // On a busy machine the browser's microphone drops some of the sound, and words with it.
    await expect
      .poll(() => page.locator('.workspace .segments').innerText(), { timeout: 60_000 })
      .toMatch(/age of|wisdom|foolishness/);
  });

  test('an engineer installs the client for TypeScript from the deployment', async () => {
    await run('npm', ['install', '--no-audit', '--no-fund', `${world.baseUrl}/docs/earshot.tgz`], {
      cwd: folder,
    });
  });

  const shell: [string, string[]][] = hasJq ? [['curl', ['bash', '-c']]] : [];
  test.each([...shell, ['TypeScript', [process.execPath, '--input-type=module-typescript', '-e']]])(
    'an engineer runs the code sample in %s unchanged',
    async (language, [program = '', ...args]) => {
      await page.goto(`${project}/playground`);
      await button(/^Remove /).click();
      await page.locator('.drop input[type=file]').setInputFiles(join(folder, 'call.mp3'));
      await page.getByText('Names and context').click();
      await page.getByLabel('What it is about').fill("A novel's beginning");
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.getByRole('tab', { name: language }).click();
      // The values that are filled in survive a reload.
      await page.reload();
      const code = await page.getByRole('region', { name: language, exact: true }).innerText();
      const { stdout } = await run(program, [...args, code], {
        cwd: folder,
        env: { ...process.env, EARSHOT_API_KEY: secret },
      });
      expect(stdout).toMatch(/best of times/);
    },
  );

  test('an engineer finds the job again, with the audio in this tab only, as the service has erased it', async () => {
    await tab('Jobs');
    await page.getByText('It was the best of times').last().waitFor();
    await page.getByRole('link', { name: 'two-cities.ogg' }).click();
    await page.reload();
    await page.getByText('We had everything before us').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const another = await world.context.newPage();
    await another.goto(page.url());
    await another.getByText('No audio is kept.').waitFor();
    await another.close();
  });

  test('an engineer retries a failed job that is retryable and is led to the new job', async () => {
    const retry = button('Retry with the same audio');
    const retryable = { type: 'internal_error', message: 'Something broke.', retryable: true };
    await answer(page, /\/ofq_1\?/, failedJob('ofq_1'));
    await answer(page, /\/ofq_2\?/, failedJob('ofq_2', retryable));
    await answer(page, /\/ofq_2\/retry\?/, { id: 'ofq_1', status: 'queued' });
    await page.goto(`${project}/jobs/ofq_2`);
    await retry.click();
    await page.getByText('The same recording would fail again.').waitFor();
    expect(await retry.count()).toBe(0);
  });

  test('an engineer sees the usage of the jobs as a chart and as tables, by day and by key and language', async () => {
    await tab('Usage');
    await page.getByRole('row', { name: /^\w+ \d+, 20\d\d 4 .* \$0\.0/ }).waitFor();
    await page.getByRole('row', { name: /^This console English 2 / }).waitFor();
    await page.getByRole('row', { name: /^Production English 2 / }).waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/\.live\..*\.csv$/);
    const chart = page.getByRole('figure', { name: /^Bar chart of audio per day\. Most on / });
    await chart.locator('canvas').waitFor();
    // The days of the new address replace what is typed before it.
    const asked = page.waitForRequest(/\/usage\?/);
    await button('7 days').click();
    await asked;
    await page.getByLabel('From').fill('2026-12-31');
    await page.getByText('The first day is after the last.').waitFor();
  });

  test('an engineer registers a webhook, tests it, sees the delivery and rotates the secret', async () => {
    const arrived: unknown[] = [];
    const url = world.receiver.on('/hook', (request, response) => {
      arrived.push(request.headers['webhook-id']);
      response.writeHead(204).end();
    });
    await tab('Webhooks');
    await button('New endpoint').click();
    await page.getByLabel('Address').fill(url);
    await button('Add endpoint').click();
    expect(await page.locator('.secret code').innerText()).toMatch(/^whsec_/);
    await button('I have stored it').click();
    await page.getByRole('link', { name: url }).click();
    await button('Send a test').click();
    const drawer = page.getByRole('dialog', { name: 'webhook.test' });
    await drawer.getByText('Status 204').waitFor({ timeout: 30_000 });
    expect(arrived).toHaveLength(1);
    await drawer.getByText(`webhook-id: ${String(arrived[0])}`).waitFor();
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /webhook.test delivered/ }).waitFor();
    await button('Rotate secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await heading('New signing secret').waitFor();
    await button('I have stored it').click();
    await page.getByText('the previous one also signs until').waitFor();
    await button('Disable').click();
    await button('Enable').waitFor();
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoint yet.').waitFor();
  });

  test('an engineer buys credit on the page of the payment provider and finds it in the balance', async () => {
    await tab('Billing');
    await page.getByRole('button', { name: /^Buy/ }).first().click();
    await page.waitForURL((url) => url.origin !== world.baseUrl);
    await page.locator('button[type=submit], form button').first().click();
    await page.getByText('Thank you.').waitFor();
    await page.getByRole('row', { name: /Payment/ }).waitFor();
    expect(page.url()).not.toContain('checkout=');
  });

  test('an engineer revokes the key after a confirmation', async () => {
    await page.goto(`${project}/keys`);
    await button('Revoke').click();
    await page.getByText('Jobs and live sessions that it has started go on').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText(/^Revoked/).waitFor();
    expect(await page.locator(':focus').innerText()).toBe('API keys');
  });

  test('an engineer signs in again in another window, and what the ended session has interrupted goes on', async () => {
    await page.goto(`${project}/playground`);
    await page.getByText('3 of 4').waitFor();
    await page.getByRole('tab', { name: 'Result' }).click();
    await world.context.clearCookies({ name: '__Host-session' });
    // The page may notice the end of the session by itself, and hide the button before the click.
    await page.getByRole('button', { name: 'Transcribe', includeHidden: true }).dispatchEvent('click');
    await heading('Your session has ended').waitFor();
    expect(await heading('Playground').isVisible()).toBe(false);
    const popup = page.waitForEvent('popup');
    await button('Sign in').click();
    // The popup closes by itself after the sign-in.
    await (await popup).waitForEvent('close');
    await heading('call.mp3').waitFor();
    await page.getByRole('link', { name: 'Open the job' }).waitFor();
    expect(page.url()).toBe(`${world.baseUrl}${project}/playground`);
  });

  test('an engineer signs out and can see no data any more', async () => {
    await page.getByLabel(/^Account/).click();
    await button(/^Sign out$/).click();
    await page.waitForURL((url) => url.origin !== world.baseUrl);
    await page.getByRole('heading', { name: 'Sign out of Earshot' }).waitFor();
    await page.goto(`${project}/keys`);
    await button('Sign in').waitFor();
    expect(await page.content()).not.toContain('Production');
  });
});
