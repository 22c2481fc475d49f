import type { BrowserContextOptions, Page } from 'playwright-core';
import { productsContext } from '#local/products.ts';
import { startOrigin } from '../support/https-origin.ts';
import { operatorTable, roomy, startService } from '../support/local-service.ts';
import { launch, watchedPage } from './browser.ts';

export const statusUrl = 'https://status.example.com/';

/** Starts the service, a server that receives webhooks, and a browser with a page. `stop` fails if that page had problems. */
export const startWorld = async (options: BrowserContextOptions = {}, ...browserArgs: string[]) => {
  const receiver = await startOrigin();
  const [service, browser] = await Promise.all([
    startService({
      context: { ...productsContext({}), ...roomy, statusUrl, mailFrom: 'earshot@example.com' },
      origins: [receiver],
    }),
    launch(...browserArgs),
  ]);
  const { baseUrl } = service.stack;
  const visit = (own: BrowserContextOptions = {}) => watchedPage(browser, { baseURL: baseUrl, ...own });
  const first = await visit(options);
  let people = 0;
  return {
    ...first,
    baseUrl,
    table: operatorTable(service.stack),
    receiver,
    visit,
    /** Signs in a new user through the sign-in pages. */
    signIn: async (page: Page): Promise<void> => {
      people += 1;
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Email address').fill(`person-${people}@example.com`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    },
    stop: async () => {
      await browser.close();
      receiver.stop();
      await service.stop();
      if (first.problems.length > 0) throw new Error(`The page had problems: ${first.problems.join('; ')}`);
    },
  };
};
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Creates the first organization and project. Returns the address of the project: `/#/projects/prj_…`. */
export const firstProject = async (page: Page, organization: string, project: string): Promise<string> => {
  await page.getByLabel('Organization').fill(organization);
  await page.getByLabel('First project').fill(project);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  return `/${new URL(page.url()).hash.replace('/playground', '')}`;
};

/** The id of the first organization of whoever is signed in. */
export const firstOrganization = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `fetch('/api/platform/v1/organizations').then((response) => response.json()).then(({ data }) => data[0].id)`,
  );
