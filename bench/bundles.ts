/** G12: size of each function's bundle, and the time a fresh process takes to load it. node bench/bundles.ts [runs] */
import { statSync } from 'node:fs';
import { loadOf, withBundles } from './bundle-loads.ts';
import { median, print } from './figure.ts';

const runs = Number(process.argv[2] ?? 5);

await withBundles((bundles) => {
  for (const bundle of bundles) {
    const times = Array.from({ length: runs }, () => loadOf(bundle).importMs);
    const value = { bytes: statSync(bundle.file).size, import_ms: Math.round(median(times)) };
    print({ figure: `bundle ${bundle.name}`, value, unit: 'bytes, ms' });
  }
});
