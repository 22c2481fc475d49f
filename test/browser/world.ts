import type { BrowserContextOptions, Page } from 'playwright-core';
import type { AllowedOrigin } from '#lib/platform/net/allow-list.ts';
import { randomId } from '#lib/platform/ids.ts';
import { productsContext } from '#local/products.ts';
import { startOrigin } from '../support/https-origin.ts';
import { operatorTable, roomy, startService } from '../support/local-service.ts';
import { launch, watchedPage } from './browser.ts';
import type { ConsoleService } from './console-service.ts';

export const statusUrl = 'https://status.example.com/';

/** Starts the service. It may send webhooks to these servers on this machine. */
export const startConsole = async (...receivers: AllowedOrigin[]) => {
  const context = { ...productsContext({}), ...roomy, statusUrl, mailFrom: 'earshot@example.com' };
  const origins = receivers.map((allowed) => ({ allowed }));
  const { stack, stop } = await startService({ context, origins });
  const { baseUrl, awsEndpoint, operator, outputs } = stack;
  const service: ConsoleService = { baseUrl, awsEndpoint, operator, outputs };
  return { service, stop };
};

/** A browser with a page at this service. `stop` fails if that page had problems. */
export const openWorld = async (
  service: ConsoleService,
  options: BrowserContextOptions = {},
  ...browserArgs: string[]
) => {
  const { baseUrl } = service;
  const browser = await launch(...browserArgs);
  const visit = (own: BrowserContextOptions = {}) => watchedPage(browser, { baseURL: baseUrl, ...own });
  const first = await visit(options);
  const domain = `${randomId('of').slice(-8)}.example.com`;
  let people = 0;
  return {
    ...first,
    baseUrl,
    table: operatorTable(service),
    /** The domain in the email addresses of users: `person-1@…`, `person-2@…` and so on. */
    domain,
    visit,
    /** Signs in a new user through the sign-in pages. */
    signIn: async (page: Page): Promise<void> => {
      people += 1;
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Email address').fill(`person-${people}@${domain}`);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    },
    stop: async () => {
      await browser.close();
      if (first.problems.length > 0) throw new Error(`The page had problems: ${first.problems.join('; ')}`);
    },
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A browser with a separate service, and a server that receives the service's webhooks. */
export const startOwnWorld = async (options: BrowserContextOptions = {}, ...browserArgs: string[]) => {
  const receiver = await startOrigin();
  const { service, stop } = await startConsole(receiver.allowed);
  const world = await openWorld(service, options, ...browserArgs);
  return {
    ...world,
    receiver,
    stop: async () => {
      try {
        await world.stop();
      } finally {
        receiver.stop();
        await stop();
      }
    },
  };
};
export type OwnWorld = Awaited<ReturnType<typeof startOwnWorld>>;

/** Creates the first organization and project. Returns the address of the project: `/#/projects/prj_…`. */
export const firstProject = async (page: Page, organization: string, project: string): Promise<string> => {
  await page.getByLabel('Organization').fill(organization);
  await page.getByLabel('First project').fill(project);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Playground' }).waitFor();
  return `/${new URL(page.url()).hash.replace('/playground', '')}`;
};

/** The id of the signed-in user's first organization. */
export const firstOrganization = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `fetch('/api/platform/v1/organizations').then((response) => response.json()).then(({ data }) => data[0].id)`,
  );
