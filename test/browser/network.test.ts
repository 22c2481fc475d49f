import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, sample } from '../support/local-service.ts';
import { load, noBrowser, onEachChange } from './browser.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { startWorld } from './shared-world.ts';
import { firstOrganization, firstProject, type World } from './world.ts';

const cannotRun = noBrowser ?? noSpeech;
if (cannotRun) console.warn(`The console is not tested on a bad network: ${cannotRun}`);

const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const slow = { ...fast, latency: 250, downloadThroughput: 100_000 };
/** Half of the layout shift that browsers call good for a whole visit. */
const maxShift = 0.05;

describe.skipIf(cannotRun)('on a bad network', () => {
  let proxy: Proxy;
  let world: World;
  let page: Page;
  let devtools: CDPSession;
  let project: string;
  let organizationId: string;
  beforeAll(async () => {
    proxy = await startProxy();
    world = await startWorld({}, ...proxy.browserArgs);
    page = world.page;
    devtools = await world.context.newCDPSession(page);
    await devtools.send('Network.enable');
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    organizationId = await firstOrganization(page);
  });
  afterAll(async () => {
    proxy?.stop();
    await world?.stop();
  });

  const network = (conditions: typeof fast) => devtools.send('Network.emulateNetworkConditions', conditions);
  const goOffline = () => network({ ...fast, offline: true });
  const goOnline = async () => {
    proxy.mend();
    await network(fast);
  };
  const offlineNote = () => page.getByText('You are offline.');

  /** Records the page's POST requests from now on: `uploads`, `transcriptions`, or `bucket`. */
  const watchPosts = (): string[] => {
    const posts: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (request.method() !== 'POST') return;
      posts.push(origin === world.baseUrl ? (pathname.split('/').at(-1) ?? '') : 'bucket');
    });
    return posts;
  };

  test('an upload that is cut in its middle goes on when the network is back, and no other step is repeated', async () => {
    await page.goto(`${project}/playground`);
    await page.locator('.drop input[type=file]').setInputFiles(sample);
    const posts = watchPosts();
    const isCut = proxy.cutAfter('POST', 50_000);
    await page.getByRole('button', { name: 'Transcribe' }).click();
    await isCut;
    await goOffline();
    await offlineNote().waitFor();
    await page.getByText('The connection was lost. It resumes automatically.').first().waitFor();
    await page.getByRole('link', { name: 'Live text' }).click();
    await page.getByRole('link', { name: 'Playground' }).click();
    expect(await page.locator('.files .file-name').innerText()).toBe('two-cities.ogg');
    await goOnline();
    await offlineNote().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Open the job' }).waitFor();
    // The page requests the job before it sends the file, so that the options are checked early.
    expect(posts).toEqual(['transcription-uploads', 'transcriptions', 'bucket', 'bucket', 'transcriptions']);
  });

  test('a job that is followed while the network goes is followed on, and its page stays', async () => {
    await page.getByRole('link', { name: 'Open the job' }).click();
    await page.getByRole('heading', { name: 'two-cities.ogg' }).waitFor();
    proxy.cut();
    await goOffline();
    await offlineNote().waitFor();
    // Longer than the pause before the first retry. The retry then waits for the network.
    await page.waitForTimeout(1500);
    expect(await page.getByRole('heading', { name: 'two-cities.ogg' }).isVisible()).toBe(true);
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
    await goOnline();
    await offlineNote().waitFor({ state: 'hidden' });
    // On a busy machine, the first job takes long.
    await page.getByText('best of times').first().waitFor({ timeout: 60_000 });
  });

  /**
   * Keeps the browser's database of recordings busy for a second, so that no page can read it. Records whether a page says that
   * it has no recording.
   */
  const busyDatabase = `if (origin !== 'null') {
    indexedDB.open('recordings').onsuccess = ({ target }) => {
      const files = target.result.transaction('files', 'readwrite').objectStore('files');
      const endsAt = Date.now() + 1000;
      const goOn = () => Date.now() < endsAt && (files.count().onsuccess = goOn);
      goOn();
    };
    ${onEachChange("window.saidMissing ||= document.body?.textContent.includes('No audio is kept.');")}
  }`;

  test('a recording that this tab still has is not said to be missing while the browser looks for it', async () => {
    await page.addInitScript({ content: busyDatabase });
    await page.reload();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await page.evaluate('window.saidMissing')).toBe(false);
  });

  const shift = () =>
    page.evaluate<number>(`new Promise((done) => {
      new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => done(0), 200);
    })`);

  /** Records in each document whether it ever shows grey lines. They may disappear before a test can look. */
  const noteGreyLines = onEachChange(
    "window.showedGreyLines ||= document.querySelector('.loading .bone') !== null;",
  );

  test('a page that loads slowly shows grey lines where its content will be, and nothing jumps', async () => {
    await page.addInitScript({ content: noteGreyLines });
    await network(slow);
    const shifts: Record<string, number> = {};
    const pages = ['playground', 'jobs', 'usage'].map((tab) => `${project}/${tab}`);
    for (const path of [...pages, `/#/organizations/${organizationId}/members`]) {
      await load(page, path);
      await page.locator('main h1').waitFor();
      await expect.poll(() => page.locator('.loading').count()).toBe(0);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('window.showedGreyLines'), `no grey lines on ${path}`).toBe(true);
      shifts[path] = await shift();
    }
    await network(fast);
    expect(Object.entries(shifts).filter(([, value]) => value > maxShift)).toEqual([]);
  });

  /** Delays the capabilities until after the first rendering of the Live page, but before its effects. */
  const holdCapabilities = `{
    const { fetch } = window;
    const rendered = Promise.withResolvers();
    ${onEachChange("if (document.querySelector('main h1')?.textContent === 'Live text') rendered.resolve();")}
    window.fetch = async (path, options) => {
      if (!String(path).endsWith('/capabilities')) return fetch(path, options);
      // Ignores the signal of the request: the response is complete, and only its delivery waits.
      const response = await fetch(path);
      const text = await response.text();
      await rendered.promise;
      return { ok: response.ok, text: async () => text };
    };
  }`;

  test('an answer that the previous page asked for is shown if it arrives while the next page is drawn', async () => {
    await page.addInitScript({ content: holdCapabilities });
    await page.goto('about:blank');
    const answered = page.waitForResponse(/\/capabilities$/);
    await page.goto(`${project}/playground`);
    await (await answered).finished();
    await page.getByRole('link', { name: 'Live text' }).click();
    await page.getByRole('button', { name: 'Start' }).waitFor();
  });

  /** Simulates the loss of the network after the first rendering of the shell, but before its effects. */
  const loseNetwork = onEachChange(`
    if (!document.querySelector('.band.offline')) return;
    observer.disconnect();
    window.dispatchEvent(new Event('offline'));`);

  test('a network that is lost while the page is drawn is told', async () => {
    const other = await world.context.newPage();
    await other.addInitScript({ content: loseNetwork });
    await other.goto(`${project}/playground`);
    await other.getByText('You are offline.').waitFor();
    await other.close();
  });
});
