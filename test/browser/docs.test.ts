import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { pages } from '../../docs/site/pages.ts';
import { type GuideBlock, guideBlocks } from '../support/guides.ts';
import { noSpeech } from '../support/local-service.ts';
import { scriptOf } from '../support/page-block.ts';
import { violations } from './axe.ts';
import { hearingSpeech, noBrowser, type WatchedPage } from './browser.ts';
import { startWorld } from './shared-world.ts';
import { firstProject, type World } from './world.ts';
import { testFolder } from '../support/test-folder.ts';

if (noBrowser) console.warn(`The documentation is not tested: ${noBrowser}`);

describe.skipIf(noBrowser)('the documentation', () => {
  let world: World;
  let page: Page;
  let customer: WatchedPage;
  let key: string;
  const folder = testFolder();
  beforeAll(async () => {
    world = await startWorld({}, ...(await hearingSpeech(folder)));
    page = world.page;
  });
  afterAll(() => world?.stop());

  const shownCode = (): Promise<string[]> =>
    page.locator('.tabs-of-code').first().locator('pre:visible').allInnerTexts();

  test('a reader without an account goes from page to page, and code stays in the language that was chosen', async () => {
    await page.goto('/docs');
    expect(await page.locator('pre').first().innerText()).toContain(`EARSHOT_BASE_URL=${world.baseUrl}`);
    expect((await shownCode()).join()).toContain('curl');
    await page.locator('.tabs-of-code').first().getByText('Python', { exact: true }).click();
    expect((await shownCode()).join()).toContain('from earshot import Earshot');
    await page.getByRole('link', { name: 'Vocabulary', exact: true }).click();
    await page.getByRole('heading', { name: 'Vocabulary', level: 1 }).waitFor();
    expect(await shownCode()).toEqual([expect.stringContaining('from earshot import Earshot')]);
    expect(await page.locator('nav [aria-current]').innerText()).toBe('Vocabulary');
  });

  test('where the browser keeps no data of sites, code is shown in a chosen language all the same', async () => {
    const { page: blocked, context, problems } = await world.visit();
    await blocked.addInitScript(`Object.defineProperty(window, 'localStorage', {
      get: () => { throw new DOMException('Access is denied.', 'SecurityError'); },
    })`);
    await blocked.goto('/docs');
    await blocked.getByRole('button', { name: 'Copy' }).first().waitFor();
    const code = blocked.locator('.tabs-of-code');
    await code.first().getByText('Python', { exact: true }).click();
    expect(await code.last().getByLabel('Python').isChecked()).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('without a script code can be read in each language', async () => {
    const { page: plain, context } = await world.visit({ javaScriptEnabled: false });
    await plain.goto('/docs');
    await plain.locator('.tabs-of-code').first().getByText('TypeScript', { exact: true }).click();
    const code = plain.locator('.tabs-of-code').first().locator('pre:visible');
    expect(await code.allInnerTexts()).toEqual([expect.stringContaining("from 'earshot'")]);
    await context.close();
  });

  test('a reader who is signed in has a new test key filled in, which works', async () => {
    customer = await world.visit({ permissions: ['microphone'] });
    const { page: signedIn, problems } = customer;
    await world.signIn(signedIn);
    await firstProject(signedIn, 'Analytical Engines', 'Call centre');
    await signedIn.goto('/docs');
    await signedIn.getByRole('button', { name: 'Fill in a new test key' }).click();
    await signedIn.getByText('The key is in the code below.').waitFor();
    key = /EARSHOT_API_KEY=(\S+)/.exec(await signedIn.locator('pre').first().innerText())?.[1] ?? '';
    expect(key).toMatch(/^es_test_/);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${world.baseUrl}/v1/transcriptions`, { headers })).status).toBe(200);
    expect(problems).toEqual([]);
  });

  test.skipIf(noSpeech)(
    'what the guides give for web pages uploads a file, and writes what is spoken',
    async () => {
      const create = async (path: string, body: object) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const answer = await fetch(world.baseUrl + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return z.looseObject({ id: z.string() }).parse(await answer.json());
      };
      const run = async (block: GuideBlock, given: string): Promise<void> => {
        await customer.page.evaluate(await scriptOf(block));
        await customer.page.evaluate(`runBlock(${given})`);
      };
      await customer.page.evaluate(`document.querySelector('main').replaceChildren(
      document.createElement('progress'), document.createElement('output'))`);
      const blocks = guideBlocks.filter(({ mark }) => mark === 'page');
      for (const block of blocks.filter(({ page: guide }) => guide === 'browser-upload')) {
        const grant = await create('/v1/transcription-uploads', { content_type: 'audio/mpeg' });
        await run(block, `{ file: new Blob(['audio']), grant: ${JSON.stringify(grant)} }`);
        expect(await create('/v1/transcriptions', { upload_id: grant.id })).toMatchObject({
          status: 'queued',
        });
      }
      for (const block of blocks.filter(({ page: guide }) => guide === 'realtime')) {
        const session = await create('/v1/realtime/sessions', { audio: { format: 'webm_opus' } });
        const text = `document.querySelector('output')`;
        await run(block, `{ session: ${JSON.stringify(session)}, draft: new Text(), text: ${text} }`);
        const spoken = () => customer.page.locator('output').innerText();
        await expect.poll(spoken, { timeout: 60_000 }).toMatch(/age of|wisdom|foolishness/i);
      }
      expect(customer.problems).toEqual([]);
      await customer.context.close();
    },
  );

  test.each(['light', 'dark'] as const)('pages of each kind pass axe in %s mode', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const found: string[] = [];
    for (const path of ['/docs/from-openai', '/docs/realtime-messages']) {
      await page.goto(path);
      found.push(...(await violations(page, colorScheme)).map((violation) => `${path}: ${violation}`));
    }
    expect(found).toEqual([]);
  });

  test('every page fits a phone without horizontal scrolling', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const tooWide: string[] = [];
    for (const { path } of pages) {
      await page.goto(path);
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
        tooWide.push(path);
    }
    expect(tooWide).toEqual([]);
  });
});
