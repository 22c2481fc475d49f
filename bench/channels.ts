/**
 * Measures how the memory of the splitter grows with channels that are kept apart, from 5 minutes to 5 hours. A separate
 * process splits each file. This script starts it with the file as argument.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chunkEncoder } from '#lib/speech/audio/chunk-file.ts';
import { audioCutter } from '#lib/speech/audio/cut.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { print } from './support/figure.ts';
import { speechDir } from '../test/support/speech.ts';
import { longAudio } from './support/long-audio.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const heap = ['--max-old-space-size=128', '--max-semi-space-size=1'];

/** Splits a file like the function, and prints the resources that this took. */
const measure = async (file: string): Promise<void> => {
  const { chunks: lengths } = speechModels['moonshine-tiny'];
  const cut = audioCutter({ ffmpegPath: findFfmpeg(speechDir), lengths });
  const encode = chunkEncoder();
  const { signal } = new AbortController();
  const began = performance.now();
  let chunks = 0;
  let bytes = 0;
  for await (const chunk of cut(file, { multichannel: true, signal })) {
    chunks += 1;
    bytes += encode(chunk).length;
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ peakMb, seconds, chunks, megabytes: Math.round(bytes / 1e6) }));
};

/**
 * A file with five minutes of speech on each channel, each a second later than the one before. The second file repeats the
 * first for five hours.
 */
const filesOf = (channels: number, folder: string) => {
  const { file: mono } = longAudio(5, folder);
  const delays = Array.from({ length: channels }, (_, i) => 1000 * i).join('|');
  const copies = Array.from({ length: channels }, (_, i) => `c${i}=c0`).join('|');
  const short = join(folder, `${channels}-short.m4a`);
  const long = join(folder, `${channels}-long.m4a`);
  const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
  const filter = `pan=${channels}c|${copies},adelay=${delays}`;
  ffmpeg('-i', mono, '-af', filter, '-t', '300', '-c:a', 'aac', '-b:a', `${24 * channels}k`, short);
  ffmpeg('-stream_loop', '-1', '-i', short, '-t', '18000', '-c', 'copy', long);
  return [
    ['5 minutes', short],
    ['5 hours', long],
  ] as const;
};

const [, script = '', given] = process.argv;
if (given) await measure(given);
else {
  using folder = temporaryFolder();
  for (const channels of [1, 2, 8])
    for (const [length, file] of filesOf(channels, folder.path)) {
      const output = execFileSync(process.execPath, [...heap, script, file], { encoding: 'utf8' });
      print({
        figure: `splitting ${length}, channels: ${channels}`,
        value: JSON.parse(output),
        unit: 'MB, s',
      });
    }
}
