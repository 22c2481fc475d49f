import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { noSpeech, tenSeconds } from '../support/local-service.ts';
import { violations } from './axe.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { firstProject, startWorld, type World } from './world.ts';

const cannotRun = noBrowser ?? noSpeech;
if (cannotRun) console.warn(`The console's Live page is not tested: ${cannotRun}`);

describe.skipIf(cannotRun)('the Live page', () => {
  let world: World;
  let visit: WatchedPage;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-live-'));
  beforeAll(async () => {
    const speech = join(folder, 'speech.wav');
    writeFileSync(speech, await tenSeconds('-f', 'wav').bytes());
    world = await startWorld(
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${speech}`,
    );
    visit = await world.visit({ permissions: ['microphone'] });
    page = visit.page;
    await world.signIn(page);
    await firstProject(page, 'Analytical Engines', 'Call centre');
  });
  afterAll(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true });
  });

  const button = (name: string) => page.getByRole('button', { name });

  // The fake microphone of a busy machine drops sound, so words are compared one by one.
  const words = /times|worst|wisdom|foolishness|belief/i;

  test.each([
    ['samples', 'Uncompressed'],
    ['WebM', 'Opus, a fifth of the bytes'],
  ])(
    'what is spoken becomes text, also across a broken connection, and then a transcription: %s',
    async (_, audio) => {
      onTestFailed(async () => console.error(await page.locator('main').innerText(), visit.problems));
      await page.getByRole('navigation').getByRole('link', { name: 'Live text' }).click();
      await page.getByLabel('Audio').selectOption({ label: audio });
      await button('Start').click();
      await page.locator('.spoken p:has(small)').first().waitFor({ timeout: 60_000 });
      await button('Pull the plug').click();
      await page.locator('.live .badge', { hasText: 'Live' }).waitFor();
      const finals = page.locator('.spoken p:has(small)');
      const before = await finals.count();
      await expect.poll(() => finals.count(), { timeout: 30_000 }).toBeGreaterThan(before);
      expect(await violations(page)).toEqual([]);
      expect(visit.problems).toEqual([]);
      await button('Stop').click();
      await page.getByRole('link', { name: 'Open the transcription' }).click({ timeout: 30_000 });
      await page.getByRole('heading', { name: 'Transcription', exact: true }).waitFor();
      await expect.poll(() => page.locator('main').innerText()).toMatch(words);
    },
  );
});
