/** Writes a picture of every page of the console, on a desktop and a phone, light and dark: npm run screenshots. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { load, noBrowser } from './browser.ts';
import { dialogList, pageList } from './page-list.ts';
import { job, segmentMs } from './jobs.ts';
import { answer, answerWithData, keysInUse } from './pages.ts';
import { eachPlaygroundView } from './playground-views.ts';
import { firstOrganization, firstProject, startOwnWorld } from './world.ts';

const folder = join(import.meta.dirname, '../../.local/screenshots');
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;

/** `/#/test/projects/prj_…/jobs/ofq_1` as `test-jobs-ofq_1`. */
const nameOf = (path: string): string =>
  path
    .replace(/^\/#\//, '')
    .replaceAll(/(projects|organizations)\/\w+_\w+\/?/g, '')
    .replaceAll('/', '-');

const photograph = async (page: Page, name: string, fullPage = true): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.locator('.loading:visible').first().waitFor({ state: 'detached' });
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of schemes) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.evaluate('scrollTo(0, 0); new Promise((drawn) => setTimeout(drawn, 150))');
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage });
    }
};

const hourMs = 3_600_000;
const line =
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of';
const lines = Array.from({ length: (5 * hourMs) / segmentMs }, (_, at) => `${line} ${at}.`);
const fiveHours = job(lines, { id: 'ofq_8', audio_ms: 5 * hourMs, translated_text: null });

if (noBrowser) throw new Error(noBrowser);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const world = await startOwnWorld();
try {
  const { context, page } = world;
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await photograph(page, 'sign-in');
  await world.signIn(page);
  await photograph(page, 'welcome');
  const project = await firstProject(page, 'Analytical Engines', 'Call centre');
  const inTest = project.replace('/#/', '/#/test/');
  const organizationId = await firstOrganization(page);
  await answerWithData(page);
  await page.goto('/#/organizations');
  for (const [path, ready] of pageList({ project, inTest, organizationId })) {
    await page.goto(path);
    await page.locator('main').getByText(ready).first().waitFor();
    await photograph(page, nameOf(path));
  }
  for (const [path, name] of dialogList({ project, organizationId })) {
    await page.goto('/#/nowhere');
    // Two changes of the hash in one frame would keep the previous dialog open.
    await page.getByText('There is no such page.').waitFor();
    await page.goto(path);
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
    await photograph(page, `${nameOf(path)}-${name.toLowerCase().replaceAll(' ', '-')}`);
  }
  await answer(page, /\/api-keys$/, { data: keysInUse, next_cursor: null });
  await load(page, `${project}/keys`);
  await page.getByText('Old server').waitFor();
  await photograph(page, 'keys-in-use');
  await eachPlaygroundView(page, project, (view) => photograph(page, view));
  await answer(page, /\/transcriptions\/ofq_8\?/, fiveHours);
  await page.goto(`${project}/jobs/ofq_8`);
  await page.getByText('5:00:00').first().waitFor();
  await photograph(page, 'jobs-five-hours', false);
  await context.clearCookies({ name: '__Host-session' });
  // The requests of this page are not intercepted.
  await page.goto(`${inTest}/usage`);
  await page.getByText('Your session has ended').waitFor();
  await photograph(page, 'session-ended');
} finally {
  await world.stop();
}
console.error(`The pictures are in ${folder}.`);
process.exit();
