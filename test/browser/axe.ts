import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const optionsOf = {
  light: { rules: { 'target-size': { enabled: true } } },
  // The dark scheme changes only colors.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/**
 * The accessibility violations that axe-core finds, including targets of less than 24 px, with the HTML of the elements. For
 * the dark scheme, only violations about colors. The page must already have the scheme.
 */
export const violations = async (page: Page, scheme: keyof typeof optionsOf = 'light'): Promise<string[]> => {
  // Evaluated through the debugger, because the content security policy blocks injected scripts.
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(source);
  const options = { ...optionsOf[scheme], resultTypes: ['violations'] };
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
};
