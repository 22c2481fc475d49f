import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';

/** A file of the built page. It is loaded before the first page is rendered, or later on demand. */
type Built = { readonly name: string; readonly isFirst: boolean; readonly gzipBytes: number };

let files: Built[];
beforeAll(async () => {
  // Libraries omit their checks only in this mode.
  vi.stubEnv('NODE_ENV', 'production');
  const configFile = join(import.meta.dirname, '../../console/vite.config.ts');
  const built = await build({ configFile, logLevel: 'silent', build: { write: false } });
  vi.unstubAllEnvs();
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  files = outputs.flatMap(({ output }) => {
    const sources = output.map((file) => ({
      name: file.fileName,
      source: file.type === 'asset' ? file.source : file.code,
    }));
    const page = String(sources.find(({ name }) => name === 'index.html')?.source);
    return sources.map(({ name, source }) => ({
      name,
      isFirst: page.includes(name),
      gzipBytes: gzipSync(source).length,
    }));
  });
});

const weightOf = (ending: string): number =>
  files
    .filter(({ name, isFirst }) => isFirst && name.endsWith(ending))
    .reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);

test('the first page of the console loads at most 64 kB of script and 18 kB of style, gzipped', () => {
  expect(weightOf('.js')).toBeGreaterThan(20_000);
  expect(weightOf('.js')).toBeLessThan(64_000);
  expect(weightOf('.css')).toBeGreaterThan(5_000);
  expect(weightOf('.css')).toBeLessThan(18_000);
});

test('the chart of the usage page is loaded when it is shown', () => {
  expect(files.filter(({ name, isFirst }) => !isFirst && name.endsWith('.js')).length).toBeGreaterThan(0);
});
