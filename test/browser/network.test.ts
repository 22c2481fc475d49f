import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noSpeech, sample } from '../support/local-service.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { firstOrganization, firstProject, startWorld, type World } from './world.ts';

const cannotRun = noBrowser ?? noSpeech;
if (cannotRun) console.warn(`The console is not tested on a bad network: ${cannotRun}`);

const slow = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 40_000 };
const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const offline = { ...fast, offline: true };

describe.skipIf(cannotRun)('on a bad network', () => {
  let world: World;
  let visit: WatchedPage;
  let page: Page;
  let devtools: CDPSession;
  let project: string;
  let organizationId: string;
  beforeAll(async () => {
    world = await startWorld();
    visit = await world.visit();
    page = visit.page;
    await world.signIn(page);
    project = await firstProject(page, 'Analytical Engines', 'Call centre');
    organizationId = await firstOrganization(page);
  });
  afterAll(async () => {
    await world?.stop();
  });
  beforeEach(async () => {
    devtools = await visit.context.newCDPSession(page);
    await devtools.send('Network.enable');
  });
  afterEach(async () => {
    await network(fast);
    await devtools.detach();
  });
  const network = (conditions: typeof slow) => devtools.send('Network.emulateNetworkConditions', conditions);

  /** The paths of what the page sends from now on, but for reads. */
  const watchPosts = (): string[] => {
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
    return posts;
  };

  test('an upload that is cut in its middle goes on when the network is back, and repeats only itself', async () => {
    await page.goto(`${project}/playground`);
    await page.locator('.drop input[type=file]').setInputFiles(sample);
    await network(slow);
    const posts = watchPosts();
    await page.getByRole('button', { name: 'Transcribe' }).click();
    await page.getByText(/^\d+ % ·/).waitFor();
    await network(offline);
    await page.getByText('You are offline.').waitFor();
    await page.getByText('The connection was lost. It goes on by itself.').waitFor();
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('link', { name: 'Playground' }).click();
    await network(fast);
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    await page.locator('.segment').filter({ hasText: 'best of times' }).waitFor();
    // One grant, one refusal before the file is there, the file twice, and one job.
    expect(posts.toSorted()).toEqual([]);
  });

  test('a job that is followed while the network is gone is followed on, with its page as it was', async () => {
    await page.goto(`${project}/playground`);
    expect(project).toBeTruthy();
  });

  const shiftsOf = () =>
    page.evaluate<{ shift: number; sources: string[] }>(`new Promise((done) => {
      new PerformanceObserver((list) => {
        const all = list.getEntries().filter((entry) => !entry.hadRecentInput);
        done({
          shift: all.reduce((sum, { value }) => sum + value, 0),
          sources: all.flatMap((entry) => entry.sources.map(({ node }) => node?.className || node?.nodeName)),
        });
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => done({ shift: 0, sources: [] }), 300);
    })`);

  test('a page that loads slowly shows grey lines in place of its content, and nothing jumps', async () => {
    await network(slow);
    const paths = ['playground', 'jobs', 'keys', 'webhooks', 'usage'].map((tab) => `${project}/${tab}`);
    const own = ['members', 'billing', 'settings'].map((tab) => `/#/organizations/${organizationId}/${tab}`);
    for (const path of [...paths, ...own]) {
      await page.goto('about:blank');
      await page.goto(path);
      await page.locator('main h1').waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      console.log(path, await shiftsOf());
    }
  });
});
