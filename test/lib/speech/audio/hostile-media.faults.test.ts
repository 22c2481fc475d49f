import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import type { HostileFile } from '../../../support/hostile-bytes.ts';
import { hostileMatroska } from '../../../support/hostile-matroska.ts';
import { bombs, hostileMedia } from '../../../support/hostile-media.ts';
import { hostileMovies } from '../../../support/hostile-movies.ts';
import { hostileSamples } from '../../../support/hostile-samples.ts';
import { hostileStreams } from '../../../support/hostile-streams.ts';
import { hasFfmpeg, makeAudio, needs, tone } from '../../../support/speech.ts';
import { canTrace, watchedFfmpeg, watchMemory } from '../../../support/watched-ffmpeg.ts';
import { seedOf } from '../../../support/seed.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { listen } from '../../../support/listen.ts';

const seed = seedOf('EARSHOT_HOSTILE_SEED');
const count = Number(process.env['EARSHOT_HOSTILE_FILES'] ?? 60);
/** The maximum audio that any file may decode to: the maximum length plus encoder padding. */
const maxSamples = (5 * 3600 + 2) * 16_000;
/** Only a decoder that never ends reaches this limit. The sandbox's own tests check its time limit. */
const timeout = 3_600_000;
const maxMemory = 512 * 1024 * 1024;

const folder = testFolder();
const scratch = join(folder, 'scratch');
mkdirSync(scratch);
process.env['TMPDIR'] = scratch;

const guests: unknown[] = [];
const server = createServer((guest) => guests.push(guest.destroy()));
let port: number;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => server.close());

const ffmpeg = watchedFfmpeg(folder);
const extensions = 'mp3 wav m3u8 mpd sdp txt ffconcat svg srt ogg m4a webm flac'.split(' ');

type Outcome = { readonly type: string; readonly samples: number; readonly ms: number };

/** Returns `decoded` or the type of the `JobFailure`, and the elapsed time for information. Throws any other error. */
const decode = async ({ bytes }: HostileFile, nth: number, ffmpegPath = ffmpeg.path): Promise<Outcome> => {
  const file = join(folder, `hostile.${extensions[nth % extensions.length]}`);
  writeFileSync(file, bytes);
  const started = performance.now();
  let samples = 0;
  const ended = (type: string): Outcome => ({ type, samples, ms: performance.now() - started });
  try {
    const { signal } = new AbortController();
    const blocks = decodeAudio({ file, ffmpegPath, signal });
    for await (const block of blocks) samples += block[0]?.length ?? 0;
    return ended('decoded');
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    return ended(error.type);
  }
};

const expected = [
  'decoded',
  'audio_unreadable',
  'audio_too_short',
  'audio_too_long',
  'unsupported_audio_format',
];
const title = `${needs.ffmpeg}, seed ${seed}${canTrace ? '' : ' (strace may not be used: files are not watched)'}`;

const targets = (): { file: string; url: string } => ({
  file: makeAudio(join(folder, 'secret.wav'), ...tone(1)),
  url: `http://127.0.0.1:${port}`,
});

const expectHarmless = async (origin: string, files: Iterable<HostileFile>): Promise<void> => {
  const memory = watchMemory();
  const outcomes = new Map<string, number>();
  const wrong: unknown[] = [];
  let nth = 0;
  for (const hostile of files) {
    const { type, samples, ms } = await decode(hostile, (nth += 1));
    outcomes.set(type, (outcomes.get(type) ?? 0) + 1);
    const misdeeds = ffmpeg.misdeeds();
    const isFine = expected.includes(type) && samples < maxSamples && misdeeds.length === 0;
    if (!isFine) wrong.push({ nth, name: hostile.name, type, samples, ms, misdeeds });
  }
  memory.stop();
  console.log(`${origin}:`, Object.fromEntries(outcomes), `peak ${Math.round(memory.peak() / 1e6)} MB`);
  expect(wrong).toEqual([]);
  expect(guests).toEqual([]);
  expect(memory.peak()).toBeLessThan(maxMemory);
  expect(readdirSync(scratch)).toEqual([]);
};

describe.skipIf(!hasFfmpeg)(`hostile media${title}`, () => {
  test(
    `${count} of them end in audio or a typed failure, in bounds, and touch nothing`,
    { timeout },
    async () => {
      await expectHarmless(`seed ${seed}`, hostileMedia({ seed, count }, { folder, targets: targets() }));
    },
  );

  test('hand-crafted hostile files decode within the limits or fail', { timeout }, async () => {
    const byHand = [
      ...hostileSamples(),
      ...hostileStreams(targets()),
      ...hostileMovies(folder, targets()),
      ...hostileMatroska(targets()),
    ];
    expect(byHand.length).toBeGreaterThan(150);
    await expectHarmless('by hand', byHand);
  });

  test(
    'small files of more than five hours are too long, no later than that, and in little memory',
    { timeout },
    async () => {
      const memory = watchMemory();
      for (const bomb of bombs(folder)) {
        const { type, samples, ms } = await decode(bomb, 0, ffmpeg.unhurried);
        console.log(bomb.name, `${bomb.bytes.length} bytes`, type, `${Math.round(ms)} ms`);
        expect([bomb.name, type]).toEqual([bomb.name, 'audio_too_long']);
        expect(samples).toBeLessThan(maxSamples);
      }
      memory.stop();
      expect(memory.peak()).toBeLessThan(maxMemory);
    },
  );
});
