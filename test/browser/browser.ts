import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { spoken } from '../support/local-service.ts';

const executablePath = process.env['EARSHOT_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why these tests cannot run here; undefined if they can. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `There is no ${executablePath}: apt-get install chromium, or set EARSHOT_CHROMIUM to its path`;

export const launch = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });

/** From the sample: "It was the age of wisdom, it was the age of foolishness", with a pause after each, so that both are final soon. */
const twoAges = () => spoken(3.8, '-af', 'atrim=start=4.8,asetpts=PTS-STARTPTS', '-f', 'wav');

/** Arguments of a browser whose microphone hears this over and over. It is written into the folder. */
export const hearingSpeech = async (folder: string): Promise<string[]> => {
  const speech = join(folder, 'speech.wav');
  writeFileSync(speech, await twoAges().bytes());
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${speech}`,
  ];
};

/**
 * `problems` collects policy violations, uncaught errors, console errors and alerts of the page, and sliders that
 * appear without a value.
 */
export type WatchedPage = { context: BrowserContext; page: Page; problems: string[] };

/** Loads the page of this address anew. Of an open console, another hash alone keeps the document, with what it has read and does. */
export const load = async (page: Page, address: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(address);
};

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
