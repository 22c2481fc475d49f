import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { findAudio } from '#lib/speech/audio/audio-file.ts';
import { readFileAt } from '#lib/speech/audio/byte-reader.ts';
import { walkFrames } from '#lib/speech/audio/parts/mp3-frames.ts';
import { hasFfmpeg, makeAudio, needs, recording } from '../../../../support/speech.ts';
import { testFolder } from '../../../../support/test-folder.ts';

/** A tenth of the service's length, which test/e2e/long-audio.faults.test.ts uses. */
const partSeconds = 24;
const seconds = 2 * partSeconds + 10.3;
/** The audio that a part reads in addition to its own: 8 s before it and 5 s after it. */
const aroundSeconds = 13;

const folder = testFolder();

/** Speech in a loop, encoded by ffmpeg. */
const encode = (output: string): string => {
  const input = ['-stream_loop', '-1', '-i', recording('en-austen-0870.flac'), '-t', String(seconds)];
  return makeAudio(join(folder, output.replaceAll(' ', '')), ...input, ...output.split(' '));
};

/** Keeps layer, rate and lengths of five frames of an MP3 file, but destroys their side information. */
const damageFrames = async (file: string): Promise<void> => {
  const { at } = await readFileAt(file, async (reader) =>
    walkFrames(reader, (await findAudio(reader)).start),
  );
  const bytes = readFileSync(file);
  const middle = at.length >> 1;
  for (const frame of at.slice(middle, middle + 5)) bytes.fill(0xff, frame + 4, frame + 36);
  writeFileSync(file, bytes);
};

const Cut = z.object({
  way: z.string(),
  reason: z.string().optional(),
  difference: z.string().optional(),
  bytesRead: z.array(z.number()),
});

/** Each file cut as one and in parts, by a process with short parts. */
const cutBothWays = (files: readonly string[]): Map<string, z.infer<typeof Cut>> => {
  const script = join(import.meta.dirname, 'cut-both-ways.ts');
  const args = [script, String(partSeconds), ...files];
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
  return new Map(files.map((file, i) => [file, Cut.parse(JSON.parse(lines[i] ?? ''))]));
};

const inParts = [
  '-ar 44100 -ac 2 -f wav',
  '-ar 8000 -ac 1 -c:a pcm_mulaw -f wav',
  '-ar 44100 -ac 1 -q:a 5 -f mp3',
  '-ar 22050 -ac 1 -abr 1 -b:a 40k -write_xing 0 -f mp3',
  '-ar 22050 -ac 1 -c:a aac -aac_pns 0 -b:a 32k -f mp4',
  '-ar 48000 -ac 1 -c:a libopus -compression_level 0 -movflags faststart -f mp4',
  '-ar 44100 -ac 1 -c:a alac -f mp4',
  '-ar 44100 -ac 2 -f flac',
  '-ar 44100 -ac 1 -c:a aac -aac_pns 0 -b:a 64k -f adts',
  '-ar 48000 -ac 2 -c:a libopus -compression_level 0 -live 1 -f webm',
  '-ar 48000 -ac 1 -c:a libopus -compression_level 0 -frame_duration 60 -f ogg',
];
const noisy = '-ar 16000 -ac 1 -c:a aac -b:a 24k -f mp4';
const outOfPhase = '-ar 16000 -af pan=stereo|c0=c0|c1=-1*c0 -f wav';
const damaged = '-ar 16000 -ac 1 -b:a 32k -f mp3';

describe.skipIf(!hasFfmpeg)(`parts of a file${needs.ffmpeg}`, () => {
  const files = new Map<string, string>();
  let cuts: ReturnType<typeof cutBothWays>;
  const cutOf = (output: string) => cuts.get(files.get(output) ?? '');
  beforeAll(async () => {
    for (const output of [...inParts, noisy, outOfPhase, damaged]) files.set(output, encode(output));
    await damageFrames(files.get(damaged) ?? '');
    cuts = cutBothWays([...files.values()]);
  });

  test.each(inParts)('the parts of a file encoded with %s have the samples of the whole', (output) => {
    expect(cutOf(output)).toMatchObject({ way: 'in parts', bytesRead: { length: 3 } });
    expect(cutOf(output)).not.toHaveProperty('difference');
    const { size } = statSync(files.get(output) ?? '');
    const share = (size * (partSeconds + aroundSeconds)) / seconds;
    for (const read of cutOf(output)?.bytesRead ?? []) expect(read).toBeLessThanOrEqual(1.1 * share);
  });

  test('AAC for which the decoder makes up noise is cut as one, because each part would hear another', () => {
    expect(cutOf(noisy)).toMatchObject({ way: 'as one', reason: 'noise' });
  });

  test('a file whose channels are out of phase is not cut in parts, because their mix depends on what came before', () => {
    expect(cutOf(outOfPhase)).toMatchObject({ way: 'given up', reason: 'Two channels are out of phase.' });
  });

  test('an MP3 file with frames that cannot be decoded is not cut in parts, because only the whole shows how many', () => {
    expect(cutOf(damaged)).toMatchObject({
      way: 'given up',
      reason: 'The file is damaged: N packets of its audio cannot be decoded.',
    });
  });
});
