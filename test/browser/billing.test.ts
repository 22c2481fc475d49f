import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billing } from './account-data.ts';
import { load, noBrowser } from './browser.ts';
import { answer, answerWithData } from './pages.ts';
import { startWorld } from './shared-world.ts';
import { firstOrganization, firstProject, type World } from './world.ts';

if (noBrowser) console.warn(`The billing page is not tested: ${noBrowser}`);

describe.skipIf(noBrowser)('the billing page', () => {
  let world: World;
  let page: Page;
  let address: string;
  beforeAll(async () => {
    world = await startWorld();
    page = world.page;
    await world.signIn(page);
    await firstProject(page, 'Analytical Engines', 'Call centre');
    address = `/#/organizations/${await firstOrganization(page)}/billing`;
    await answerWithData(page);
  });
  afterAll(() => world?.stop());

  test('the billing page says below a payment why a receipt cannot be had, which keeps the width of its columns', async () => {
    const error = { type: 'not_found', message: 'There is no receipt for this entry.', details: {} };
    await page.route(/\/receipts\//, (route) => route.fulfill({ status: 404, json: { error } }));
    await load(page, address);
    await page.setViewportSize({ width: 768, height: 900 });
    const payment = page.getByRole('row', { name: /Payment/ });
    const width = () => payment.getByText('Payment').evaluate((cell) => cell.clientWidth);
    const before = await width();
    await payment.getByRole('button', { name: 'Receipt' }).click();
    const told = page.getByRole('row').filter({ has: page.getByRole('alert') });
    await told.getByText(error.message).waitFor();
    expect(await payment.evaluate((row) => row.nextElementSibling?.textContent)).toContain(error.message);
    expect(await width()).toBe(before);
  });

  test('the billing page has what earlier months cost', async () => {
    await load(page, address);
    await page.getByText('Earlier months').click();
    const months = page.getByRole('table').filter({ hasText: 'Month (UTC)' }).locator('tbody tr');
    expect(await months.allInnerTexts()).toEqual(['October 2026\t$341.083000', 'August 2026\t$0.005103']);
  });

  test('the billing page has the plan of an organization that has not paid yet, but none before its first checkout', async () => {
    const entries = { data: [], next_cursor: null };
    const plan = page.getByRole('heading', { name: 'Plan and payment methods' });
    await answer(page, /\/billing$/, { ...billing, entries });
    await load(page, address);
    await plan.waitFor();
    await answer(page, /\/billing$/, { ...billing, entries, is_customer: false });
    await load(page, address);
    await page.getByText('No payments yet.').waitFor();
    expect(await plan.count()).toBe(0);
  });
});
