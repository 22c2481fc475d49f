import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { noSpeech } from '../support/local-service.ts';
import { violations } from './axe.ts';
import { asksToStay, hearingSpeech, noBrowser } from './browser.ts';
import { startWorld } from './shared-world.ts';
import { firstProject, type World } from './world.ts';
import { testFolder } from '../support/test-folder.ts';

const cannotRun = noBrowser ?? noSpeech;
if (cannotRun) console.warn(`The console's Live page is not tested: ${cannotRun}`);

describe.skipIf(cannotRun)('the Live page', () => {
  let world: World;
  let page: Page;
  const folder = testFolder();
  beforeAll(async () => {
    world = await startWorld({ permissions: ['microphone'] }, ...(await hearingSpeech(folder)));
    page = world.page;
    await world.signIn(page);
    await firstProject(page, 'Analytical Engines', 'Call centre');
  });
  afterAll(() => world?.stop());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

  const focused = () => page.locator(':focus').innerText();

  // The fake microphone of a busy machine drops sound, so words are compared one by one.
  const words = /age of|wisdom|foolishness/i;

  test.each([
    ['samples', 'Uncompressed'],
    ['WebM', 'Opus, a fifth of the bytes'],
  ])(
    'what is spoken becomes text, also across a broken connection, and then a transcription: %s',
    async (_, audio) => {
      onTestFailed(async () => console.error(await page.locator('main').innerText(), world.problems));
      await tab('Live text');
      await page.getByLabel('Audio').selectOption({ label: audio });
      await page.getByText('$0.005 per minute. A session without speech is free.').waitFor();
      await button('Start').press('Enter');
      expect(await focused()).toBe('Stop');
      await page.locator('.spoken [aria-live] p').first().waitFor({ timeout: 60_000 });
      await button('Pull the plug').press('Enter');
      await page.locator('.live .badge', { hasText: 'Live' }).waitFor();
      const finals = page.locator('.spoken [aria-live] p');
      // With `auto`, Arabic text starts on the right.
      expect(await finals.first().getAttribute('dir')).toBe('auto');
      expect(await asksToStay(page)).toBe(true);
      const before = await finals.count();
      await expect.poll(() => finals.count(), { timeout: 30_000 }).toBeGreaterThan(before);
      expect(await violations(page)).toEqual([]);
      expect(world.problems).toEqual([]);
      expect(await focused()).toBe('Pull the plug');
      await button('Stop').press('Enter');
      await page.getByText(/^This session cost \$0\.00\d+/).waitFor({ timeout: 30_000 });
      expect(await focused()).toBe('Start');
      expect(await asksToStay(page)).toBe(false);
      await page.getByRole('link', { name: 'Open the transcription' }).click();
      await page.getByRole('heading', { name: 'Transcription', exact: true }).waitFor();
      await expect.poll(() => page.locator('main').innerText()).toMatch(words);
    },
  );

  /** Makes the page wait for `allow()` before it gets a microphone, like the browser's question to the user. */
  const askFirst = () =>
    page.evaluate(`{
      const { mediaDevices } = navigator;
      window.microphones = [];
      const allowed = new Promise((allow) => (window.allow = allow));
      mediaDevices.getUserMedia = async (wanted) => {
        window.isAsked = true;
        await allowed;
        const stream = await MediaDevices.prototype.getUserMedia.call(mediaDevices, wanted);
        window.microphones.push(...stream.getTracks());
        return stream;
      };
    }`);
  const isAsked = () => page.waitForFunction('window.isAsked');
  const unplug = () =>
    page.evaluate(`for (const track of window.microphones) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }`);
  const microphones = () => page.evaluate<string[]>('window.microphones.map(({ readyState }) => readyState)');

  test.each([
    ['Playground', 'Record'],
    ['Live text', 'Start'],
  ])('a microphone that is allowed after its page was left is off: %s', async (name, start) => {
    await page.reload();
    await askFirst();
    await tab(name);
    await button(start).click();
    await isAsked();
    await tab('Jobs');
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    await page.evaluate('window.allow()');
    await expect.poll(microphones).toEqual(['ended']);
  });

  test('a Live page that is left while its session is created turns the microphone off', async () => {
    await page.reload();
    await askFirst();
    await tab('Live text');
    const created = Promise.withResolvers<void>();
    await page.route(/\/realtime\/sessions/, async (route) => {
      await created.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/realtime\/sessions/);
    await button('Start').click();
    await isAsked();
    await page.evaluate('window.allow()');
    await asked;
    await tab('Jobs');
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor();
    const sockets: string[] = [];
    page.on('websocket', (socket) => void sockets.push(socket.url()));
    created.resolve();
    await expect.poll(microphones).toEqual(['ended']);
    expect(sockets).toEqual([]);
    await page.unroute(/\/realtime\/sessions/);
  });

  test('a microphone that cannot be heard is turned off, and the page says so', async () => {
    await page.reload();
    await askFirst();
    await page.evaluate(`{
      window.allow();
      AudioWorklet.prototype.addModule = () => Promise.reject(new Error('No worklet.'));
    }`);
    await tab('Live text');
    await button('Start').click();
    await page.getByRole('alert').waitFor();
    await button('Start').waitFor();
    expect(await microphones()).toEqual(['ended']);
  });

  test('a microphone that is unplugged ends the session, and its text is kept', async () => {
    await page.reload();
    await askFirst();
    await page.evaluate('window.allow()');
    await tab('Live text');
    await page.getByLabel('Audio').selectOption({ label: 'Opus, a fifth of the bytes' });
    await button('Start').click();
    await page.locator('.spoken [aria-live] p').first().waitFor({ timeout: 60_000 });
    await unplug();
    await page.getByRole('link', { name: 'Open the transcription' }).waitFor({ timeout: 30_000 });
  });

  test('Stop before a session has begun turns the microphone off', async () => {
    await page.reload();
    await askFirst();
    await tab('Live text');
    await button('Start').click();
    await isAsked();
    await button('Stop').click();
    await page.evaluate('window.allow()');
    await button('Start').waitFor();
    expect(await microphones()).toEqual(['ended']);
  });

  test('a screen reader is told each final text, the state and the price once, and no draft', async () => {
    await page.reload();
    await tab('Live text');
    await page.evaluate(`{
      window.told = [];
      window.drafts = 0;
      const regionOf = (node) => (node.closest ? node : node.parentElement)?.closest('[aria-live], [role=status]');
      new MutationObserver((changes) => {
        const regions = new Set(changes.map(({ target }) => regionOf(target)));
        for (const region of regions) if (region) window.told.push(region.innerText.trim());
        if (document.querySelector('.spoken .unstable')) window.drafts += 1;
      }).observe(document.querySelector('section.live'), { childList: true, characterData: true, subtree: true });
    }`);
    await button('Start').click();
    await expect
      .poll(() => page.locator('.spoken [aria-live] p').count(), { timeout: 60_000 })
      .toBeGreaterThan(1);
    await button('Stop').click();
    await page.getByText('This session cost').waitFor({ timeout: 30_000 });
    const { told, drafts } = await page.evaluate<{ told: string[]; drafts: number }>('({ told, drafts })');
    expect(drafts).toBeGreaterThan(0);
    const states = ['Starting', 'Live', 'Finishing', 'Ended'];
    expect(told.filter((text) => states.includes(text))).toEqual(states);
    expect(told.filter((text) => text.startsWith('This session cost'))).toHaveLength(1);
    expect(new Set(told).size).toBe(told.length);
  });

  test('the focus stays on the button that begins and ends a recording', async () => {
    await page.reload();
    await tab('Playground');
    await button('Record').press('Enter');
    await page.locator('.recording').waitFor();
    expect(await focused()).toBe('Stop');
    await page.keyboard.press('Enter');
    await page.locator('.recording').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Record');
    await button(/^Remove recording-/).click();
  });

  test('a second press of Record while it starts is ignored', async () => {
    await page.reload();
    await askFirst();
    await tab('Playground');
    await button('Record').dblclick();
    await isAsked();
    await page.evaluate('window.allow()');
    await button('Stop').click();
    await expect.poll(microphones).toEqual(['ended']);
  });

  test('a recording whose microphone is unplugged ends, is kept, and the page says so', async () => {
    await page.reload();
    await askFirst();
    await tab('Playground');
    await button(/^Record$/).click();
    await page.evaluate('window.allow()');
    await page.locator('.recording').waitFor();
    await unplug();
    await page.getByText('The microphone is gone.').waitFor();
    await page.locator('.recording').waitFor({ state: 'detached' });
    await button(/^Remove recording-/)
      .last()
      .click();
  });

  test('a recording goes on beside an address, asks before a reload, and is kept when its page is left', async () => {
    await page.reload();
    await askFirst();
    await tab('Playground');
    await button(/^Remove recording-/).click();
    await button('Record').click();
    await page.evaluate('window.allow()');
    await page.locator('.recording').waitFor();
    await page.getByRole('tab', { name: 'Address' }).click();
    await page.getByLabel('Address of the recording').waitFor();
    expect(await page.locator('.recording').isVisible()).toBe(true);
    expect(await asksToStay(page)).toBe(true);
    await tab('Jobs');
    await page.getByText('Your recording is kept at the playground.').waitFor();
    await expect.poll(microphones).toEqual(['ended']);
    expect(await asksToStay(page)).toBe(false);
    await tab('Playground');
    await button(/^Remove recording-/).waitFor();
  });
});
