import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech } from '../support/local-service.ts';
import { noBrowser } from './browser.ts';
import { tabToward } from './keyboard.ts';
import { startOwnWorld, type OwnWorld } from './world.ts';

const cannotRun = noBrowser ?? noSpeech;
if (cannotRun) console.warn(`The console is not tested by keyboard alone: ${cannotRun}`);

describe.skipIf(cannotRun)('somebody without a mouse', () => {
  let world: OwnWorld;
  let page: Page;
  beforeAll(async () => {
    world = await startOwnWorld();
    page = world.page;
    await world.signIn(page);
  });
  afterAll(() => world?.stop());

  const press = async (name: string): Promise<void> => {
    await tabToward(page, name);
    await page.keyboard.press('Enter');
  };
  /** Waits for a page, whose heading gets the focus. */
  const arriveAt = (title: string) =>
    expect.poll(() => page.locator('h1:focus').allInnerTexts()).toEqual([title]);

  test('somebody without a mouse gets from the first page to the text of the sample, and plays it from a line', async () => {
    await press('Try a sample');
    const line = page.locator('.segment').filter({ hasText: 'We had everything before us' });
    // On a busy machine, the first job takes long.
    await line.waitFor({ timeout: 60_000 });
    await press('Open the job');
    await arriveAt('two-cities.ogg');
    await page.locator('.segment').first().waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await press('Search in text');
    await page.keyboard.type('everything');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    const time = await line.locator('.time').innerText();
    await press(time.replaceAll(/\s+/g, ' '));
    await expect.poll(() => page.locator('.segment[aria-current]').count()).toBe(1);
    const [, minutes, seconds] = /(\d+):(\d+)/.exec(time) ?? [];
    const lineSeconds = 60 * Number(minutes) + Number(seconds);
    expect(lineSeconds).toBeGreaterThan(0);
    const played = await page.evaluate<number>('document.querySelector("audio").currentTime');
    expect(played).toBeGreaterThanOrEqual(lineSeconds);
    const position = await page.getByRole('slider').getAttribute('aria-valuenow');
    expect(Number(position)).toBeGreaterThanOrEqual(lineSeconds);
    await page.keyboard.press('Space');
  });

  test('somebody without a mouse registers an endpoint, tests it, and reads what was sent', async () => {
    const url = world.receiver.on('/hook', (_, response) => void response.writeHead(204).end());
    await press('Webhooks');
    await arriveAt('Webhooks');
    await press('New endpoint');
    await page.keyboard.type(url);
    await press('Add endpoint');
    await page.getByText('This is shown only once.').waitFor();
    await press('I have stored it');
    await press(url);
    await arriveAt('Webhook endpoint');
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    await press('Send a test');
    const drawer = page.getByRole('dialog', { name: 'webhook.test' });
    await drawer.getByText('Status 204').waitFor({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').innerText()).toMatch(/Send a test/);
  });
});
