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

/** The reason why these tests cannot run here. Undefined if they can. */
export const noBrowser = existsSync(executablePath)
  ? undefined
  : `There is no ${executablePath}: apt-get install chromium, or set EARSHOT_CHROMIUM to its path`;

export const launch = (...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });

/**
 * From the sample: "It was the age of wisdom, it was the age of foolishness", with a pause after each clause, so that both
 * become final soon.
 */
const twoAges = () => spoken(3.8, '-af', 'atrim=start=4.8,asetpts=PTS-STARTPTS', '-f', 'wav');

/** The arguments of a browser whose microphone repeats this audio. Writes the audio into the folder. */
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
 * `problems` collects policy violations, uncaught errors, console errors and alerts of the page. It also collects sliders that
 * appear without a value.
 */
export type WatchedPage = { context: BrowserContext; page: Page; problems: string[] };

/**
 * Loads the page at this address in a new document. In an open console, a mere change of the hash would keep the document with
 * its data and running requests.
 */
export const load = async (page: Page, address: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(address);
};

/** Whether a page asks its user for confirmation before it is closed or reloaded. */
export const asksToStay = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");

/** Resolves when a page has shown what follows from the answers that it has. */
export const shown = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    let frames = 10;
    const next = () => frames-- > 0 ? requestAnimationFrame(next) : setTimeout(resolve);
    next();
  })`);

/**
 * A script for a page. It runs `statements` when elements appear or disappear, before the effects of that rendering. `observer`
 * can be disconnected.
 */
export const onEachChange = (statements: string): string => `new MutationObserver((_, observer) => {
  ${statements}
}).observe(document, { childList: true, subtree: true });`;

/** A value that is set by an effect comes too late. */
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
    // The browser also logs each failed request, which the page reports itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { context, page, problems };
};
