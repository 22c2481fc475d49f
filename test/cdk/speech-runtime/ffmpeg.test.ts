import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { components } from '#cdk/speech-runtime/ffmpeg/components.ts';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import type { Trim } from '#lib/speech/audio/parts/plan.ts';
import { secondOfSilence } from '../../support/fake-ffmpeg.ts';
import { wav } from '../../support/hostile-samples.ts';
import { matroskaOf } from '../../support/matroska.ts';
import { ffmpegUnderTest } from '../../support/speech.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();

/** The value of one of ffmpeg's options when it decodes `bytes`. */
const optionValue = async (bytes: Uint8Array, option: string, trim: Trim = {}): Promise<string> => {
  const ffmpegPath = join(folder, 'ffmpeg');
  const seen = join(folder, 'arguments');
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" >${seen}\n${secondOfSilence}`;
  writeFileSync(ffmpegPath, script, { mode: 0o755 });
  const file = join(folder, 'in');
  writeFileSync(file, bytes);
  const { signal } = new AbortController();
  for await (const _ of decodeAudio({ file, ffmpegPath, signal, trim }));
  const words = readFileSync(seen, 'utf8').split('\n');
  return words[words.indexOf(option) + 1] ?? '';
};
const allowed = async (option: string) => (await optionValue(Buffer.from('fLaC'), option)).split(',');

test('every format that a laptop may decode is decoded on Lambda too', async () => {
  // Alternative decoders: the layer only has the one that ffmpeg prefers for each format.
  const alternatives = ['aac_fixed', 'libopus', 'libspeex', 'mp1float', 'mp2float', 'mp3'];
  const decoders = (await allowed('-codec_whitelist'))
    .filter((name) => !alternatives.includes(name))
    // configure uses the codec's name for these two.
    .map((name) => (/^g72[26]$/.test(name) ? `adpcm_${name}` : name));
  expect(components.decoder.toSorted()).toEqual(decoders.toSorted());
});

test('the layer’s ffmpeg only has the protocols for files and pipes', async () => {
  expect(components.protocol).toEqual(await allowed('-protocol_whitelist'));
});

test.each([
  ['keep the timestamps of a file', matroskaOf([]), {}],
  ['turn loud float samples down', wav({ codec: 3, bits: 32 }, Buffer.from(Float32Array.of(2).buffer)), {}],
  ['leave out what comes too early in a part', Buffer.from('fLaC'), { skip: 7, end: 8 }],
])('the layer’s ffmpeg has the filters that %s', async (_, bytes, trim) => {
  const filters = (await optionValue(bytes, '-af', trim)).replaceAll(/'.*?'/g, '').split(',');
  expect(filters).not.toContain('');
  expect(components.filter).toEqual(
    expect.arrayContaining(filters.map((filter) => filter.replace(/=.*/, ''))),
  );
});

// EARSHOT_FFMPEG=build/speech-x64/speech/bin/ffmpeg, after `npm run layer -- --platform x64`.
const isBuilt = ffmpegUnderTest !== 'ffmpeg';
const listed = (option: string): string[] => {
  const lines = execFileSync(ffmpegUnderTest, ['-hide_banner', '-loglevel', 'error', option], {
    encoding: 'utf8',
  });
  const names = lines
    .split('\n')
    .flatMap((line) => /^ +(?:[DEd.]+ +)?([a-z0-9_,]+)(?: |$)/.exec(line)?.[1] ?? []);
  return names.flatMap((name) => name.split(',')[0] ?? []).toSorted();
};

test.skipIf(!isBuilt)(
  `the built ffmpeg only opens files and pipes, and only knows the allowed formats${isBuilt ? '' : ' (skipped: EARSHOT_FFMPEG is not set)'}`,
  () => {
    expect(new Set(listed('-protocols'))).toEqual(new Set(components.protocol));
    expect(listed('-demuxers')).toEqual(components.demuxer.toSorted());
    expect(listed('-muxers')).toEqual(components.muxer);
  },
);
