import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { recording } from '../../support/speech.ts';

const { clips } = z
  .object({
    clips: z.array(
      z.object({ file: z.string(), sha256: z.string(), licence: z.string().min(1), source: z.url() }),
    ),
  })
  .parse(JSON.parse(readFileSync(recording('manifest.json'), 'utf8')));

test('the manifest names every recording with its licence, source and hash', () => {
  const files = readdirSync(recording('.')).filter((name) => /\.(flac|ogg)$/.test(name));
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(recording(file)))
      .digest('hex');
  expect(files.length).toBeGreaterThan(30);
  expect(new Map(clips.map(({ file, sha256 }) => [file, sha256]))).toEqual(
    new Map(files.map((file) => [file, hashOf(file)])),
  );
});
