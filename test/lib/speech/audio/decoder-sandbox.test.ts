import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { secondOfSilence } from '../../../support/fake-ffmpeg.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();
afterAll(() => {
  delete process.env['EARSHOT_CANARY'];
});

let seen: string[];
beforeAll(async () => {
  process.env['EARSHOT_CANARY'] = 'a secret of the worker';
  const file = join(folder, 'in.wav');
  const ffmpegPath = join(folder, 'ffmpeg');
  const notes = join(folder, 'notes');
  writeFileSync(file, 'RIFF....WAVE');
  const script = `#!/bin/sh\n{ ulimit -d; ls; echo "$*"; env; } >${notes}\n${secondOfSilence}`;
  writeFileSync(ffmpegPath, script, { mode: 0o755 });
  const { signal } = new AbortController();
  for await (const _ of decodeAudio({ file, ffmpegPath, signal }));
  seen = readFileSync(notes, 'utf8').trim().split('\n');
});

test.skipIf(process.platform !== 'linux')('the decoder may take 512 MiB of memory', () => {
  expect(seen[0]).toBe(String(512 * 1024));
});

test('the folder of the decoder contains only the file, under a fixed name', () => {
  expect(seen[1]).toBe('in');
});

test('the decoder opens no format but the one that was found, few streams of it, and allocates no huge block', () => {
  const limits = '-format_whitelist wav .*-max_streams 32 -max_alloc 268435456 .*-f wav .*-i';
  expect(seen[2]).toMatch(new RegExp(limits));
});

test('the decoder sees no environment variables of the worker', () => {
  // The shell itself sets PWD and similar variables.
  const ofTheShell = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  const names = seen.slice(3).map((line) => line.split('=')[0] ?? '');
  expect(new Set(names.filter((name) => !ofTheShell.includes(name)))).toEqual(
    new Set(['HOME', 'LC_ALL', 'PATH']),
  );
});
