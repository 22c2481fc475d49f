import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { startOrigin } from '../../../support/https-origin.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();
const alone = join(folder, 'alone.mjs');
// One bundled file, as on Lambda: Node's type stripping takes 50 MB.
beforeAll(() => {
  buildSync({
    entryPoints: [join(import.meta.dirname, 'open-audio-alone.ts')],
    outfile: alone,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
  });
});

test.each([
  ['500,000,000 bytes', 500_000_000, 'whole 500000000'],
  ['one byte more', 500_000_001, 'audio_too_large'],
])('a download of %s stays within the memory of a small function', async (_, size, outcome) => {
  const origin = await startOrigin();
  const piece = Buffer.alloc(1_000_000, 'OggS');
  const url = origin.on('/audio', (_request, response) => {
    let left = size;
    const more = (): void => {
      while (left > 0) {
        const next = piece.subarray(0, left);
        left -= next.length;
        if (!response.write(next)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  });
  const child = fork(alone, {
    // With more memory, V8 would let more garbage accumulate than in a function.
    execArgv: ['--max-semi-space-size=4'],
    env: { URL_TO_OPEN: url, SAFE_FETCH_ALLOW: JSON.stringify([origin.allowed]) },
  });
  const [report] = await once(child, 'message');
  expect(report).toMatchObject({ outcome });
  expect(report.peakBytes).toBeLessThan(250_000_000);
  origin.stop();
});
