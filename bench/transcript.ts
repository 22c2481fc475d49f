/**
 * Measures the load of a playing transcript on the browser's main thread, with 4,000 segments (11 h, 48,000 words) and with 60.
 * Also measures the number of elements on the page, and the speed of scrolling. npm run bench -- transcript
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { noBrowser } from '../test/browser/browser.ts';
import { job, segmentMs } from '../test/browser/jobs.ts';
import { answer } from '../test/browser/pages.ts';
import { firstProject, startOwnWorld } from '../test/browser/world.ts';
import { wav } from '../test/support/local-service.ts';
import { quantiles } from './support/quantiles.ts';
import { print } from './support/figure.ts';
import { rounded } from './support/numbers.ts';

const text = 'It was the best of times, it was the worst of times.';
const playedMs = 5_000;
const rounds = 3;

const transcript = (count: number) => ({
  ...job(Array.from({ length: count }, () => text)),
  audio_ms: count * segmentMs,
  translated_text: null,
});

const taskMs = async (devtools: CDPSession): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
};

/** The times between 180 frames in ms. The page scrolls by a tenth of its height in each frame. */
const frames = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((done) => {
    const gaps = [];
    let last = performance.now();
    const step = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      scrollBy(0, innerHeight / 10);
      if (gaps.length < 180) requestAnimationFrame(step);
      else done(gaps);
    };
    requestAnimationFrame(step);
  })`);

/** Median main-thread milliseconds per 5 s played, and the elements of the page. */
const measure = async (page: Page, project: string, count: number) => {
  await answer(page, /\/transcriptions\/ofq_1\?/, transcript(count));
  await page.goto('/#/organizations');
  await page.reload();
  await page.goto(`${project}/jobs/ofq_1`);
  await page.locator('.segment').first().waitFor();
  const recording = { name: 'silence.wav', mimeType: 'audio/wav', buffer: wav(new Int16Array(40 * 16_000)) };
  await page.locator('.player input[type=file]').setInputFiles(recording);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.spoken').waitFor();
  const spent: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await taskMs(devtools);
    await delay(playedMs);
    spent.push((await taskMs(devtools)) - before);
  }
  const elements = await page.evaluate<number>('document.querySelectorAll("*").length');
  await devtools.detach();
  return { ms: quantiles(spent).p50, elements };
};

if (noBrowser) throw new Error(noBrowser);
const world = await startOwnWorld();
try {
  const { page } = world;
  await world.signIn(page);
  const project = await firstProject(page, 'Analytical Engines', 'Call centre');
  const short = await measure(page, project, 60);
  const long = await measure(page, project, 4_000);
  const { p50, p95 } = quantiles(await frames(page));
  const ratio = rounded(long.ms / short.ms);
  print({ figure: 'main thread per 5 s played, 60 segments', value: short.ms, unit: 'ms' });
  print({ figure: 'main thread per 5 s played, 4,000 segments', value: long.ms, unit: 'ms' });
  print({
    figure: '4,000 segments over 60',
    value: ratio,
    unit: 'ratio',
    target: '≤ 1.5',
    pass: ratio <= 1.5,
  });
  print({
    figure: 'frames while 4,000 segments scroll',
    value: { p50, p95 },
    unit: 'ms',
    target: 'p50 ≤ 17',
    pass: p50 <= 17,
  });
  print({
    figure: 'elements of the page, 60 and 4,000 segments',
    value: { short: short.elements, long: long.elements },
    unit: 'elements',
  });
} finally {
  await world.stop();
}
process.exit();
