import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The accessibility violations that axe-core finds, targets of less than 24 px among them, with the HTML of the elements. */
export const violations = async (page: Page): Promise<string[]> => {
  // Evaluated through the debugger, because the content security policy blocks injected scripts.
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(source);
  const results = await page.evaluate<AxeResults>('axe.run({ rules: { "target-size": { enabled: true } } })');
  return results.violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
};
