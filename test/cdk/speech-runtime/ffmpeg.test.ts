import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { components } from '#cdk/speech-runtime/ffmpeg/components.ts';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { secondOfSilence } from '../../support/fake-ffmpeg.ts';
import { matroskaOf } from '../../support/matroska.ts';
import { ffmpegUnderTest } from '../../support/speech.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-ffmpeg-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The value of an option with which ffmpeg is to decode such a file. */
const given = async (bytes: Uint8Array, option: string): Promise<string> => {
  const ffmpegPath = join(folder, 'ffmpeg');
  const seen = join(folder, 'arguments');
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" >${seen}\n${secondOfSilence}`;
  writeFileSync(ffmpegPath, script, { mode: 0o755 });
  const file = join(folder, 'in');
  writeFileSync(file, bytes);
  const { signal } = new AbortController();
  for await (const _ of decodeAudio({ file, ffmpegPath, signal }));
  const words = readFileSync(seen, 'utf8').split('\n');
  return words[words.indexOf(option) + 1] ?? '';
};
const allowed = async (option: string) => (await given(Buffer.from('fLaC'), option)).split(',');

test('what may be decoded on a laptop is decoded on Lambda too', async () => {
  // Second decoders of formats that the layer's decodes with the one ffmpeg prefers.
  const twins = ['aac_fixed', 'libopus', 'libspeex', 'mp1float', 'mp2float', 'mp3'];
  const decoders = (await allowed('-codec_whitelist'))
    .filter((name) => !twins.includes(name))
    // At configure these two go by the name of the codec.
    .map((name) => (/^g72[26]$/.test(name) ? `adpcm_${name}` : name));
  expect(components.decoder.toSorted()).toEqual(decoders.toSorted());
});

test('the layer reads and writes nothing but files and pipes', async () => {
  expect(components.protocol).toEqual(await allowed('-protocol_whitelist'));
});

test('the layer has the filters that follow the clock of a file', async () => {
  const filters = (await given(matroskaOf([]), '-af')).replaceAll(/'.*?'/g, '').split(',');
  expect(components.filter).toEqual(
    expect.arrayContaining(filters.map((filter) => filter.replace(/=.*/, ''))),
  );
});

// EARSHOT_FFMPEG=build/speech-x64/speech/bin/ffmpeg, after `npm run layer -- --arch x64`.
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
  `the built ffmpeg opens files and pipes only, and knows no format but the allowed ones${isBuilt ? '' : ' (skipped: EARSHOT_FFMPEG names none)'}`,
  () => {
    expect(new Set(listed('-protocols'))).toEqual(new Set(components.protocol));
    expect(listed('-demuxers')).toEqual(components.demuxer.toSorted());
    expect(listed('-muxers')).toEqual(components.muxer);
  },
);
