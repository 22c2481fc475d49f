import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const executablePath = process.env['EARSHOT_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why these tests cannot run here, or undefined when they can. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `There is no ${executablePath}: apt-get install chromium, or name one in EARSHOT_CHROMIUM`;

export const launch = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });

/** What must never happen in the page, as it happened: violations of its policy, errors nobody caught, alerts. */
export type Watched = { context: BrowserContext; page: Page; mishaps: string[] };

/** A page that takes note of what must not happen in it. */
export const watchedPage = async (browser: Browser, options: BrowserContextOptions): Promise<Watched> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const mishaps: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => void mishaps.push(text));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    reportViolation(\`\${event.violatedDirective}: \${event.blockedURI} in \${event.sourceFile}\`))`);
  page.on('pageerror', (error) => mishaps.push(String(error)));
  page.on('console', (message) => {
    // The browser tells of every refused request too; those the page shows itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      mishaps.push(message.text());
  });
  page.on('dialog', (dialog) => {
    mishaps.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { context, page, mishaps };
};
