import * as z from 'zod';
import type { Chunk } from '#lib/speech/audio/split.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import type { CutAudio } from '#lib/domain/transcriptions/split-transcription.ts';
import type { RecognizeDeps } from '#lib/domain/transcriptions/recognize-chunk.ts';
import { understood } from '../support/scripted-speech.ts';
import { second } from './chaos.ts';
import type { Random } from './random.ts';
import type { Worker } from './worker.ts';

/** A simulated audio file: its source, its length, the channels that its job asks for (0 for a mix), and how workers react to it. */
export const Recording = z.object({
  source: z.string(),
  chunks: z.number(),
  channels: z.number(),
  nature: z.enum(['speech', 'no audio', 'foreign', 'kills the splitter', 'kills the recognizer']),
});
export type Recording = z.infer<typeof Recording>;

export const chunkMs = 30_000;

const never = (): Promise<never> => new Promise(() => {});

const natures = ['no audio', 'foreign', 'kills the splitter', 'kills the recognizer'] as const;

export const aRecording = (random: Random, source: string): Recording => ({
  source,
  chunks: random.below(4),
  channels: random.pick(0, 0, 0, 1, 2, 3),
  nature: random.chance(0.2) ? random.pick(...natures) : 'speech',
});

type Place = Pick<Chunk, 'index' | 'channel'> & { readonly run: number };

/** Simulates the decoder and the engine. Each run adds its number to the text, so that mixed results are detected. */
export const newSpeech = (random: Random) => {
  const cuts: Recording[] = [];
  let recognitions = 0;

  const cutter = (worker: Worker): CutAudio =>
    async function* cut(file, { multichannel, signal }) {
      const recording = Recording.parse(JSON.parse(file));
      cuts.push(recording);
      const run = cuts.length - 1;
      const takesMs = random.pick(0, 0, second, 150 * second);
      const channels = multichannel ? Array.from({ length: recording.channels }, (_, at) => at) : [null];
      let index = 0;
      for (let at = 0; at <= recording.chunks; at += 1) {
        await worker.call('compute', 'cut', async () => {}, takesMs);
        signal.throwIfAborted();
        if (recording.nature === 'no audio')
          throw new JobFailure('audio_unreadable', 'The file has no audio stream.');
        if (recording.nature === 'kills the splitter') {
          worker.die('of the file');
          await never();
        }
        if (at === recording.chunks) break;
        for (const channel of channels) {
          yield chunkAt(at, { index, channel, run });
          index += 1;
        }
      }
      return recording.chunks * chunkMs;
    };

  const chunkAt = (at: number, { run, ...place }: Place): Chunk => {
    const startMs = at * chunkMs;
    return { ...place, startMs, endMs: startMs + chunkMs, leadMs: 0, pcm: Int16Array.of(run) };
  };

  const recognizer =
    (worker: Worker): RecognizeDeps['recognize'] =>
    async ({ index, startMs, endMs, pcm }) => {
      const run = pcm[0] ?? -1;
      await worker.call('compute', 'recognize', async () => {}, random.pick(0, second, 20 * second));
      if (cuts[run]?.nature === 'kills the recognizer' && index === 0) {
        worker.die('of the chunk');
        await never();
      }
      recognitions += 1;
      const text = `Words ${run}/${index}/${recognitions}.`;
      const language = cuts[run]?.nature === 'foreign' ? 'de' : 'en';
      return understood([
        {
          startMs,
          endMs,
          text,
          translatedText: null,
          language,
          languageConfidence: null,
          meanLogProb: -0.1,
          words: [],
        },
      ]);
    };

  return { cutter, recognizer, cuts };
};
export type Speech = ReturnType<typeof newSpeech>;
