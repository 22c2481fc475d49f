import type { Page } from 'playwright-core';

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

const views: readonly [name: string, show: (page: Page) => Promise<void>][] = [
  [
    'chosen',
    async (page) => {
      await page.getByRole('button', { name: 'Try a sample' }).click();
      await page.getByRole('button', { name: /^Listen/ }).click();
      await page.getByText('0:44').first().waitFor();
      await page.getByText('Names and context').click();
    },
  ],
  [
    'code',
    async (page) => {
      await tab(page, 'Code');
      await tab(page, 'Python');
    },
  ],
  [
    'result',
    async (page) => {
      await page.getByRole('button', { name: 'Transcribe' }).click();
      await page.locator('.segment').first().waitFor();
      await page.getByRole('button', { name: /^Remove/ }).click();
    },
  ],
  ['address', (page) => tab(page, 'Address')],
];

/** Shows the views of the playground, from the selection of a recording to its text, with the data of `answerWithData`. */
export const eachPlaygroundView = async (
  page: Page,
  project: string,
  look: (view: string) => Promise<void>,
): Promise<void> => {
  await page.goto(`${project}/playground`);
  for (const [name, show] of views) {
    await show(page);
    await look(`playground-${name}`);
  }
  await page.getByRole('tab', { name: 'Recordings' }).click();
};
