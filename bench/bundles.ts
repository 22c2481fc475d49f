/**
 * Measures the size of each function's bundle, its load time in a fresh process, and the time to the first text. Uses the
 * Lambda layer for this processor if `npm run layer` has built it. node bench/bundles.ts [runs]
 */
import { statSync } from 'node:fs';
import { environment, loadOf, withBundles } from './support/bundle-loads.ts';
import { print } from './support/figure.ts';
import { median } from '../test/support/median.ts';
import { firstTextTimer } from './support/first-text-timer.ts';

const runs = Number(process.argv[2] ?? 5);

await withBundles(async (bundles) => {
  for (const bundle of bundles) {
    const times = Array.from({ length: runs }, () => loadOf(bundle).importMs);
    const value = { bytes: statSync(bundle.file).size, import_ms: Math.round(median(times)) };
    print({ figure: `bundle ${bundle.name}`, value, unit: 'bytes, ms' });
  }
  const recognizer = bundles.find(({ name }) => name.endsWith('recognize-chunk'));
  const timer = await firstTextTimer(recognizer?.file ?? '', environment);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timer.measure());
  await timer.stop();
  const value = Math.round(median(times));
  const target = 1_000;
  print({
    figure: 'start of recognize-chunk to its first text, 10 s of speech',
    value,
    unit: 'ms',
    target: `≤ ${target}`,
    pass: value <= target,
  });
});
