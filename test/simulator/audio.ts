import * as z from 'zod';
import type { ByteReader } from '#lib/speech/audio/byte-reader.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import type { Planned } from '#lib/speech/audio/parts/plan.ts';
import type { CutPart } from '#lib/domain/transcriptions/cut-part.ts';
import { chunksOfPart } from '#lib/domain/transcriptions/parts.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import type { CutAudio } from '#lib/domain/transcriptions/split-transcription.ts';
import type { RecognizeDeps } from '#lib/domain/transcriptions/recognize-chunk.ts';
import { understood } from '../support/scripted-speech.ts';
import { second } from './chaos.ts';
import type { Random } from '../support/random.ts';
import type { Worker } from './worker.ts';

/**
 * A simulated audio file: its source, its length, the channels in its job's request (0 for a mix), and its effect on workers.
 */
export const Recording = z.object({
  source: z.string(),
  chunks: z.number(),
  channels: z.number(),
  /** The number of parts into which it can be cut (0 if only as one), and the borders that their workers find. */
  parts: z.number(),
  borders: z.enum(['agree', 'disagree', 'damaged']),
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
  parts: random.pick(0, 0, 2, 3),
  borders: random.chance(0.25) ? random.pick('disagree', 'damaged') : 'agree',
  nature: random.chance(0.2) ? random.pick(...natures) : 'speech',
});

/** Whether the first attempt cuts it in parts. */
export const isInParts = ({ parts, channels }: Recording): boolean => parts > 0 && channels === 0;

/** The audio of a part: the whole recording, and the attempt that planned the parts. */
const Slice = Recording.extend({ plan: z.string() });

/** The number of chunks in each part. */
const chunksOfParts = ({ parts, chunks }: Recording): number[] =>
  Array.from({ length: parts }, (_, part) => Math.ceil((chunks - part) / parts));

/** One run of the decoder over a recording, by one worker or by one worker for each part. */
export type Run = Recording & { readonly isInParts: boolean };

/** The numbers of the chunks of a run. */
export const indexesOf = (run: Run): number[] =>
  run.isInParts
    ? chunksOfParts(run).flatMap((chunks, part) => chunksOfPart(part, chunks))
    : Array.from({ length: run.chunks * Math.max(1, run.channels) }, (_, index) => index);

type Place = Pick<Chunk, 'index' | 'channel'> & { readonly run: number };

/** Simulates the decoder and the engine. Each run adds its number to the text, so that mixed results are detected. */
export const newSpeech = (random: Random) => {
  const cuts: Run[] = [];
  const plans = new Map<string, number>();
  let recognitions = 0;

  const cutter = (worker: Worker): CutAudio =>
    async function* cut(file, { multichannel, signal }) {
      const recording = Recording.parse(JSON.parse(file));
      cuts.push({ ...recording, isInParts: false });
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

  const planParts = async (file: ByteReader): Promise<Planned> => {
    const { parts } = Recording.parse(JSON.parse(String(await file.at(0, file.size))));
    const slices = Array.from({ length: parts }, () => ({ from: 0, to: 1 }));
    if (parts === 0) return { serially: 'format' };
    if (parts === 2) return { header: '', slices };
    return { header: '', slices, heads: slices.map(() => Buffer.from('head')) };
  };

  /** All parts of one plan belong to one run, even if different workers cut them. */
  const partCutter = (worker: Worker): CutPart =>
    async function* cut(file, { part }, signal) {
      const { plan, ...recording } = Slice.parse(JSON.parse(file));
      const run = plans.get(plan) ?? cuts.length;
      plans.set(plan, run);
      cuts[run] ??= { ...recording, isInParts: true };
      const sizes = chunksOfParts(recording);
      const [from, to] = [part, part + 1].map((end) => sizes.slice(0, end).reduce((sum, n) => sum + n, 0));
      const chunks = sizes[part] ?? 0;
      await worker.call('compute', 'cut part', async () => {}, random.pick(0, second, 150 * second));
      signal.throwIfAborted();
      if (recording.nature === 'no audio') throw new JobFailure('audio_unreadable', 'The slice is damaged.');
      if (recording.borders === 'damaged' && part === 1) throw new NotInParts('The slice is damaged.');
      if (recording.nature === 'kills the splitter') {
        worker.die('of the slice');
        await never();
      }
      for (const [at, index] of chunksOfPart(part, chunks).entries())
        yield chunkAt((from ?? 0) + at, { index, channel: null, run });
      const border = (chunk: number | undefined) => ({ ms: (chunk ?? 0) * chunkMs, sound: 0 });
      const { ms } = border(from);
      const isOff = recording.borders === 'disagree' && part === 1;
      return { chunks, start: { ms: isOff ? ms + 20 : ms, sound: 0 }, end: border(to) };
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

  return { cutter, planParts, partCutter, recognizer, cuts };
};
export type Speech = ReturnType<typeof newSpeech>;
