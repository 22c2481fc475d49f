import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const executablePath = process.env['EARSHOT_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why these tests cannot run here; undefined if they can. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `There is no ${executablePath}: apt-get install chromium, or set EARSHOT_CHROMIUM to its path`;

export const launch = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });

/**
 * `problems` collects policy violations, uncaught errors, console errors and alerts of the page, and sliders that
 * appear without a value.
 */
export type WatchedPage = { context: BrowserContext; page: Page; problems: string[] };

/** A script for a page: runs `statements` whenever elements come or go, before the effects of what was rendered. `observer` can be disconnected. */
export const onEachChange = (statements: string): string => `new MutationObserver((_, observer) => {
  ${statements}
}).observe(document, { childList: true, subtree: true });`;

/** Effects may set the value later. */
const reportSlidersWithoutValue = onEachChange(`
  for (const slider of document.querySelectorAll('[role=slider]:not([aria-valuenow])'))
    reportViolation('A slider appeared without a value: ' + slider.ariaLabel);`);

export const watchedPage = async (browser: Browser, options: BrowserContextOptions): Promise<WatchedPage> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => void problems.push(text));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    reportViolation(\`\${event.violatedDirective}: \${event.blockedURI} in \${event.sourceFile}\`))`);
  await page.addInitScript(reportSlidersWithoutValue);
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // The browser also logs each failed request; the page shows those itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { context, page, problems };
};
