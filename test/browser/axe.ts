import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every rule of axe-core that the page breaks, with where it does. */
export const violations = async (page: Page): Promise<string[]> => {
  // By the debugger, as the page's policy lets in no script.
  await page.evaluate(source);
  const results = await page.evaluate<AxeResults>('axe.run()');
  return results.violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
};
