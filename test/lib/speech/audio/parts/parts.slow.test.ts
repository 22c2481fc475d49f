import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JobFailure } from '#lib/platform/errors.ts';
import { joinCuts } from '#lib/domain/transcriptions/parts.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { audioCutter, partCutter } from '#lib/speech/audio/cut.ts';
import { findAudio } from '#lib/speech/audio/audio-file.ts';
import { readFileAt } from '#lib/speech/audio/byte-reader.ts';
import { partMs } from '#lib/speech/audio/parts/borders.ts';
import { walkFrames } from '#lib/speech/audio/parts/mp3-frames.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import { planParts } from '#lib/speech/audio/parts/plan-parts.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { ffmpegUnderTest, hasFfmpeg, makeAudio, needs, recording } from '../../../../support/speech.ts';

const decoder = { ffmpegPath: ffmpegUnderTest, lengths: speechModels['moonshine-tiny'].chunks };
const { signal } = new AbortController();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-parts-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lengthMs = 490_300;

/** Speech in a loop, encoded by ffmpeg. */
const encode = (output: string): string => {
  const input = [
    '-stream_loop',
    '-1',
    '-i',
    recording('en-austen-0870.flac'),
    '-t',
    String(lengthMs / 1_000),
  ];
  return makeAudio(join(folder, 'in'), ...input, ...output.split(' '));
};

const collect = async <Result>(chunks: AsyncGenerator<Chunk, Result>) => {
  const found: object[] = [];
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) return { chunks: found, result: value };
    const { index: _, pcm, ...chunk } = value;
    found.push({ ...chunk, sound: crc32(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)) });
  }
};

/** Cuts each part from a file that holds its slice only, which is little more than its share of the whole. */
const cutParts = async (file: string) => {
  const plan = await readFileAt(file, (reader) => planParts(reader, decoder.lengths));
  if (!('slices' in plan)) throw new Error(`The file is cut as one: ${plan.serially}.`);
  const { header, slices, heads } = plan;
  const bytes = await readFile(file);
  const shareOfPart = (bytes.length * Math.min(partMs, lengthMs)) / lengthMs;
  const cuts = [];
  for (const [part, { from, to, skip, end }] of slices.entries()) {
    const slice = join(folder, 'slice');
    const head = heads?.[part] ?? Buffer.from(header, 'base64');
    const read = Buffer.concat([head, bytes.subarray(from, to)]);
    expect(read.length).toBeLessThanOrEqual(1.3 * shareOfPart + 64 * 1024);
    await writeFile(slice, read);
    const place = { part, isLast: part + 1 === slices.length, trim: { skip, end } };
    cuts.push(await collect(partCutter(decoder)(slice, place, signal)));
  }
  return { chunks: cuts.flatMap(({ chunks }) => chunks), joined: joinCuts(cuts.map(({ result }) => result)) };
};

describe.skipIf(!hasFfmpeg)(`parts of a file${needs.ffmpeg}`, () => {
  test.each([
    '-ar 44100 -ac 2 -f wav',
    '-ar 8000 -ac 1 -c:a pcm_mulaw -f wav',
    '-ar 44100 -ac 1 -q:a 5 -f mp3',
    '-ar 22050 -ac 1 -abr 1 -b:a 40k -write_xing 0 -f mp3',
    '-ar 22050 -ac 1 -c:a aac -aac_pns 0 -b:a 32k -f mp4',
    '-ar 48000 -ac 1 -c:a libopus -compression_level 0 -movflags faststart -f mp4',
    '-ar 44100 -ac 2 -f flac',
    '-ar 44100 -ac 1 -c:a aac -aac_pns 0 -b:a 64k -f adts',
    '-ar 48000 -ac 2 -c:a libopus -compression_level 0 -live 1 -f webm',
    '-ar 48000 -ac 1 -c:a libopus -compression_level 0 -frame_duration 60 -f ogg',
  ])('the parts of a file encoded with %s have the samples of the whole', async (output) => {
    const file = encode(output);
    const whole = await collect(audioCutter(decoder)(file, { multichannel: false, signal }));
    const parts = await cutParts(file);
    expect(parts.chunks).toEqual(whole.chunks);
    expect(parts.joined?.audioMs).toBe(whole.result);
  });

  test('AAC for which the decoder makes up noise is cut as one, because each part would hear another', async () => {
    const file = encode('-ar 16000 -ac 1 -c:a aac -b:a 24k -f mp4');
    await expect(cutParts(file)).rejects.toThrow('cut as one: noise');
  });

  test('a file whose channels are out of phase is not cut in parts, because their mix depends on what came before', async () => {
    const file = encode('-ar 16000 -af pan=stereo|c0=c0|c1=-1*c0 -f wav');
    await expect(cutParts(file)).rejects.toThrow(NotInParts);
  });

  test('an MP3 file with frames that cannot be decoded is not cut in parts, because only the whole shows how many', async () => {
    const file = encode('-ar 16000 -ac 1 -b:a 32k -f mp3');
    const bytes = await readFile(file);
    const { at } = await readFileAt(file, async (reader) =>
      walkFrames(reader, (await findAudio(reader)).start),
    );
    // Layer, rate and lengths stay, but the side information makes no sense.
    for (const frame of at.slice(10_000, 10_005)) bytes.fill(0xff, frame + 4, frame + 36);
    await writeFile(file, bytes);
    await expect(cutParts(file)).rejects.toThrow(JobFailure);
  });
});
