import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rms, toFloats } from '#lib/speech/audio/pcm.ts';
import { amr, formats, makeFormat, missingEncoder, seconds } from '../../../support/audio-formats.ts';
import { chanceOf } from '../../../support/chance.ts';
import { apeTag, lyricsTag, pictureTag, v1Tag, v2Tag } from '../../../support/mp3-tags.ts';
import { samplesOf } from '../../../support/samples.ts';
import { ffmpegUnderTest, hasFfmpeg, makeAudio, needs } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

const encoded = (file: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../support/encoded', file));

/** Decodes a file under a misleading name. */
const decode = async (bytes: Buffer): Promise<Int16Array> => {
  const file = join(folder, 'audio.txt');
  writeFileSync(file, bytes);
  return samplesOf(file, ffmpegUnderTest);
};
const crossings = (pcm: Int16Array): number =>
  pcm.reduce((sum, sample, i) => sum + (i > 0 && sample >= 0 !== (pcm[i - 1] ?? 0) >= 0 ? 1 : 0), 0);

describe.skipIf(!hasFfmpeg)(`formats detected by their bytes${needs.ffmpeg}`, () => {
  for (const format of formats) {
    const missing = missingEncoder(format);
    const reason = missing ? ` (skipped: this ffmpeg cannot write ${missing})` : '';
    test.skipIf(missing)(`${format.name} is decoded completely${reason}`, async () => {
      const pcm = await decode(makeFormat(format, folder));
      const surplusMs = pcm.length / 16 - seconds * 1000;
      expect(surplusMs).toBeGreaterThanOrEqual(-50);
      expect(surplusMs).toBeLessThanOrEqual(Math.max(50, format.paddingMs ?? 0));
      const middle = pcm.subarray(16_000, 32_000);
      expect(crossings(middle)).toBeGreaterThan(590);
      expect(crossings(middle)).toBeLessThan(610);
    });
  }

  // Examples are a mono advertisement in a stereo show, or a live stream that changes its rate.
  test.each([
    ['MP3', '-c:a libmp3lame -write_xing 0 -id3v2_version 0 -f mp3', '-ar 22050', '-ac 2'],
    ['AAC ADTS', '-c:a aac -f adts', '-ar 22050', '-ac 2'],
    ['FLAC', '-c:a flac -f flac', '-ar 48000', '-ar 44100'],
    ['FLAC', '-c:a flac -f flac', '-ac 2', '-ac 1'],
    ['OGG Vorbis', '-c:a libvorbis -f ogg', '-ar 44100 -ac 1', '-ar 44100 -ac 2'],
    ['OGG Vorbis', '-c:a libvorbis -f ogg', '-ar 44100', '-ar 8000'],
    ['OGG FLAC', '-c:a flac -f ogg', '-ar 44100', '-ar 48000'],
    ['OGG FLAC', '-c:a flac -f ogg', '-ar 48000', '-ar 16000'],
    ['OGG Vorbis', '-c:a libvorbis -f ogg', '-ar 22050 -ac 2', '-ar 48000 -ac 1'],
  ])(
    '%s whose parts differ in channels, or also in rate, lasts as long as its parts',
    async (name, output, ...changes) => {
      const parts = changes.map((change) => makeFormat({ name, output: `${change} ${output}` }, folder));
      const lengthMs = (await decode(Buffer.concat([...parts, ...parts]))).length / 16;
      expect(Math.abs(lengthMs - 4 * seconds * 1000)).toBeLessThan(400);
    },
  );

  test.each([
    ['MP3', '-c:a libmp3lame -f mp3'],
    ['AAC ADTS', '-c:a aac -f adts'],
  ])(
    '%s that begins in the middle of a frame, as a recorded stream may, is decoded',
    async (name, output) => {
      const bytes = makeFormat({ name, output }, folder, 4);
      const lengthMs = (await decode(bytes.subarray(bytes.length >> 1))).length / 16;
      expect(Math.abs(lengthMs - 2_000)).toBeLessThan(150);
    },
  );

  const cover = Buffer.from(chanceOf(1).bytes(600_000));
  test.each([
    ['ID3v2, as ffmpeg writes it', Buffer.alloc(0), v2Tag(Buffer.alloc(35))],
    ['a picture in ID3v2', Buffer.alloc(0), pictureTag(cover)],
    ['APEv2, ID3v1 and ID3v2', Buffer.concat([apeTag(Buffer.from('abc')), v1Tag]), v2Tag(Buffer.alloc(35))],
    ['a picture in APEv2', apeTag(cover), Buffer.alloc(0)],
    ['lyrics', Buffer.concat([lyricsTag('la '.repeat(500)), v1Tag]), Buffer.alloc(0)],
  ])('joined MP3 files last as long as all together, each with tags: %s', async (_, behind, before) => {
    const length = 1;
    const sound = makeFormat({ name: '', output: '-c:a libmp3lame -id3v2_version 0 -f mp3' }, folder, length);
    const files = 12;
    const pcm = await decode(
      Buffer.concat(Array.from({ length: files }, () => [before, sound, behind]).flat()),
    );
    const untagged = await decode(Buffer.concat(Array.from({ length: files }, () => sound)));
    expect(pcm).toEqual(untagged);
    expect(Math.abs(pcm.length / 16 - 1000 * files * length)).toBeLessThan(75 * files);
  });

  test.each([
    ['libopus', ''],
    ['libvorbis', ''],
    ['flac', ''],
    ['libopus', ' -fflags +bitexact'],
    ['libvorbis', ' -fflags +bitexact'],
    ['flac', ' -fflags +bitexact'],
  ])(
    'a chain of OGG files lasts as long as its links, short and long, also if all have one serial number: %s%s',
    async (codec, bitexact) => {
      const link = (length: number): Buffer =>
        makeFormat({ name: codec, output: `-c:a ${codec} -ar 48000${bitexact} -f ogg` }, folder, length);
      const lengths = [3, 1, 12, 1, 0.3, 0.3, 0.3, 3];
      const pcm = await decode(Buffer.concat(lengths.map(link)));
      expect(Math.abs(pcm.length / 16_000 - 20.9)).toBeLessThan(0.2);
      const silent = pcm.filter((sample) => sample === 0).length;
      expect(silent / 16_000).toBeLessThan(0.5);
    },
  );

  test.each([
    ['as browsers write them', ['-live 1'], seconds],
    ['with declared lengths', ['-live 0'], seconds],
    ['of both kinds', ['-live 1', '-live 0'], seconds],
    ['of a word each', ['-live 1'], 0.3],
  ])('WebM recordings that were joined are decoded to the end: %s', async (_, kinds, length) => {
    const files = kinds.map((kind) =>
      makeFormat({ name: '', output: `-c:a libopus ${kind} -f webm` }, folder, length),
    );
    const pcm = await decode(Buffer.concat(Array.from({ length: 5 }, () => files).flat()));
    expect(Math.abs(pcm.length / 16_000 - 5 * files.length * length)).toBeLessThan(0.2);
  });

  test.each([
    ['WAV', '-c:a pcm_s16le -f wav'],
    ['AIFF', '-c:a pcm_s16be -f aiff'],
    ['WMA', '-c:a wmav2 -f asf'],
    ['M4A', '-c:a aac -f ipod'],
    ['MP4 in fragments', '-c:a aac -movflags frag_keyframe+empty_moov -frag_duration 500000 -f mp4'],
  ])('%s recordings that were joined fail, as the decoder leaves some of them out', async (name, output) => {
    const one = makeFormat({ name, output }, folder);
    await expect(decode(Buffer.concat([one, one]))).rejects.toThrow('several recordings');
  });

  test.each([
    ['-ar 48000 -ac 1', '-ar 44100 -ac 2'],
    ['-ar 16000', '-ar 48000'],
    ['-sample_fmt s16', '-sample_fmt s32'],
  ])(
    'FLAC files that the decoder cannot follow fail, as it would lose or repeat sound: %s, %s',
    async (...kinds) => {
      const files = kinds.map((kind) =>
        makeFormat({ name: '', output: `${kind} -c:a flac -f flac` }, folder, 1),
      );
      await expect(decode(Buffer.concat(files))).rejects.toThrow('several recordings');
    },
  );

  test('joined WebM files of Vorbis that the first header does not describe fail, as they would be decoded to noise', async () => {
    const files = ['-q:a 2', '-q:a 8'].map((quality) =>
      makeFormat({ name: '', output: `-c:a libvorbis ${quality} -f webm` }, folder, 1),
    );
    await expect(decode(Buffer.concat(files))).rejects.toThrow('several recordings');
  });

  test('a chain of OGG files that goes on with another codec fails, as its rest cannot be heard', async () => {
    const [opus, vorbis] = ['libopus', 'libvorbis'].map((codec) =>
      makeFormat({ name: codec, output: `-c:a ${codec} -ar 48000 -f ogg` }, folder),
    );
    const chain = Buffer.concat([opus ?? '', vorbis ?? ''].map((part) => Buffer.from(part)));
    await expect(decode(chain)).rejects.toThrow('parts of its container cannot be read');
  });

  test('audio that starts after the video keeps its position', async () => {
    const file = join(folder, 'late.mp4');
    const picture = '-f lavfi -i testsrc=duration=4:size=64x48:rate=10';
    const sound = '-itsoffset 2 -f lavfi -i sine=duration=2';
    const output = '-map 0 -map 1 -c:v mpeg4 -c:a aac';
    makeAudio(file, ...`${picture} ${sound} ${output}`.split(' '));
    const pcm = await decode(readFileSync(file));
    expect(pcm.length / 16_000).toBeCloseTo(4, 1);
    expect(Math.max(...pcm.subarray(0, 1.9 * 16_000))).toBe(0);
  });

  // One second of a tone, from encoders that few machines have: FDK AAC, VisualOn AMR-WB, OpenCORE AMR.
  test.each([
    ['HE-AAC in M4A', 'he-aac.m4a', 120],
    ['HE-AAC v2 in M4A', 'he-aac-v2.m4a', 145],
    ['HE-AAC v2 as ADTS', 'he-aac-v2.aac', 210],
    ['AAC-LD', 'aac-ld.m4a', 50],
    ['AAC-ELD', 'aac-eld.m4a', 50],
    ['AMR', 'amr-nb.amr', 0],
    ['AMR-WB', 'amr-wb.amr', 0],
  ])('%s is decoded completely', async (_, file, paddingMs) => {
    const pcm = await decode(encoded(file));
    expect(pcm.length / 16 - 1000).toBeGreaterThanOrEqual(0);
    expect(pcm.length / 16 - 1000).toBeLessThanOrEqual(paddingMs);
    const middle = pcm.subarray(4_000, 12_000);
    expect(crossings(middle)).toBeGreaterThan(290);
    expect(crossings(middle)).toBeLessThan(310);
  });

  const in3gp = (file: string): Buffer => {
    const source = join(import.meta.dirname, '../../../support/encoded', file);
    return readFileSync(makeAudio(join(folder, 'pauses.3gp'), '-i', source, '-c', 'copy'));
  };

  test.each([
    ['amr-nb-pauses.amr', encoded],
    ['amr-wb-pauses.amr', encoded],
    ['amr-nb-pauses.amr', in3gp],
    ['amr-wb-pauses.amr', in3gp],
  ])('the pauses that a telephone leaves out are silence of their length: %s, %o', async (file, read) => {
    const pcm = await decode(read(file));
    expect(pcm.length / 16).toBeCloseTo(4000, -2);
    expect(rms(toFloats(pcm.subarray(2 * 16_000, 3 * 16_000)))).toBeLessThan(0.01);
    for (const from of [0, 3 * 16_000]) {
      expect(rms(toFloats(pcm.subarray(from, from + 15_000)))).toBeGreaterThan(0.03);
    }
  });

  test('AMR files that were joined last as long as all together', async () => {
    const one = encoded('amr-nb.amr');
    expect((await decode(Buffer.concat([one, one, one]))).length).toBe(3 * 16_000);
  });

  test.each([false, true])('an AMR frame lasts 20 ms (wide band: %s)', async (isWide) => {
    expect((await decode(amr(isWide))).length).toBe(seconds * 16_000);
  });
});
