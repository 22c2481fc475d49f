import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sample } from '../support/local-service.ts';

/** Cuts the connection of the first upload. Returns a function that counts the started uploads. */
const cutFirstUpload = async (page: Page): Promise<() => number> => {
  let begun = 0;
  await page.route(
    (url) => url.origin !== new URL(page.url()).origin,
    (route) => {
      if (route.request().method() === 'POST') begun += 1;
      return begun === 1 ? route.abort() : route.continue();
    },
  );
  return () => begun;
};

/** A user of the playground sends the sample, and reads and hears its transcript. */
export const describeListening = (page: () => Page): void => {
  const button = (name: string | RegExp) => page().getByRole('button', { name });
  const heading = (name: string) => page().getByRole('heading', { name, exact: true });

  test('a dropped recording becomes text although the connection is cut, and plays from a clicked time or word', async () => {
    await page().getByRole('navigation').getByRole('link', { name: 'Playground' }).click();
    await page().locator('.drop').drop({ files: sample });
    const posts = await cutFirstUpload(page());
    await button('Transcribe').click();
    await page().getByText('The connection was lost.').waitFor();
    await heading('two-cities.ogg').waitFor();
    const segment = page().locator('.segment').filter({ hasText: 'We had everything before us' });
    await segment.getByRole('button').click({ timeout: 60_000 });
    await expect.poll(() => segment.getAttribute('aria-current')).toBe('true');
    const seconds = () => page().evaluate<number>('document.querySelector("audio").currentTime');
    expect(await seconds()).toBeGreaterThan(15);
    await expect.poll(() => segment.locator('.spoken').count()).toBe(1);
    await page().locator('.word').first().click();
    await expect.poll(seconds).toBeLessThan(10);
    await page().getByText('0:44 · $0.003').waitFor();
    expect(posts()).toBe(2);
  });

  test('keys steer the player, a word is found, and the text is copied', async () => {
    const paused = () => page().evaluate<boolean>('document.querySelector("audio").paused');
    await heading('two-cities.ogg').focus();
    await page().keyboard.press('Space');
    expect(await paused()).toBe(true);
    await page().keyboard.press('>');
    expect(await page().evaluate('document.querySelector("audio").playbackRate')).toBe(1.25);
    await page().keyboard.press('/');
    await page().keyboard.type('age of');
    await page().getByText('1 of 2', { exact: true }).waitFor();
    await page().keyboard.press('Enter');
    await page().getByText('2 of 2', { exact: true }).waitFor();
    await button('Copy').click();
    await page().getByText('Copied').waitFor();
    expect(await page().evaluate<string>('navigator.clipboard.readText()')).toContain('best of times');
  });

  test.each([
    ['srt', /^1\n00:00:0/],
    ['vtt', /^WEBVTT/],
    ['txt', /best of times/],
    ['json', /"words"/],
  ])('the text is downloaded as %s', async (format, content) => {
    await page().locator('summary', { hasText: 'Download' }).click();
    const [download] = await Promise.all([
      page().waitForEvent('download'),
      page()
        .getByRole('link', { name: `.${format}` })
        .click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(content);
    expect(download.suggestedFilename()).toBe(`two-cities.${format}`);
    await page().keyboard.press('Escape');
  });
};
