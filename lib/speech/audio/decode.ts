import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { JobFailure } from '#lib/platform/errors.ts';
import { killGroup } from '#lib/speech/kill-group.ts';
import { makeScratch, removeScratch } from '#lib/platform/scratch.ts';
import { withTimeout } from '#lib/platform/with-timeout.ts';
import { type AudioFile, inspectAudio } from './audio-file.ts';
import { assertWhole } from './completeness.ts';
import { fencedArguments, fencedCommand, fencedEnvironment, hasClock, isOutOfTime } from './decoder-fence.ts';
import { readMessages } from './ffmpeg-messages.ts';
import { monoBlocks } from './decoder-output.ts';
import { encoderPaddingMs, maxAudioMs, minAudioMs } from './limits.ts';
import { sampleRate, toMs, toSamples } from './pcm.ts';

type DecodeInput = {
  readonly file: string;
  /** An absolute path, or a name to find in the usual folders. */
  readonly ffmpegPath: string;
  readonly signal: AbortSignal;
};

const maxSamples = toSamples(maxAudioMs + encoderPaddingMs);
const minSamples = toSamples(minAudioMs);
/** Of waiting for ffmpeg; the consumer's own time does not count. When it is over, the machine is at fault: see the fence. */
const patienceMs = 600_000;
/** It is told before the first block is written, so this is for an ffmpeg that words it in another way. */
const startPatience = { ms: 60_000, failure: () => new Error('ffmpeg did not tell where the sound begins') };

/** The one that came with the speech runtime, as it does on Lambda, else the machine's own. */
export const findFfmpeg = (speechDir: string): string => {
  const own = join(speechDir, 'bin/ffmpeg');
  return existsSync(own) ? own : 'ffmpeg';
};

/**
 * Decodes a local file to 16 kHz mono, block by block as fast as they are taken. Throws a `JobFailure` for a file that
 * is no audio or not whole (see `assertWhole`), or is over 5 h or under 100 ms by its decoded samples. Leaving the loop
 * stops ffmpeg.
 */
export const decodeAudio = async function* ({
  file,
  ffmpegPath,
  signal,
}: DecodeInput): AsyncGenerator<Int16Array, void> {
  signal.throwIfAborted();
  const audio = await inspectAudio(file);
  const folder = await makeScratch();
  try {
    await symlink(resolve(file), join(folder, 'in'));
    yield* runDecoder(spawnDecoder({ audio, folder, ffmpegPath }), audio, signal);
  } finally {
    await removeScratch(folder);
  }
};

type Decoder = ChildProcessByStdio<null, Readable, Readable>;

const spawnDecoder = (input: { audio: AudioFile; folder: string; ffmpegPath: string }): Decoder => {
  const args = fencedArguments(input.audio, maxAudioMs / 1000 + 1);
  // In a process group of its own, so that killing it takes children along.
  return spawn(...fencedCommand(input.ffmpegPath, args), {
    cwd: input.folder,
    env: fencedEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

const runDecoder = async function* (
  child: Decoder,
  { demuxer, promised }: AudioFile,
  signal: AbortSignal,
): AsyncGenerator<Int16Array, void> {
  const exit = exitOf(child);
  const messages = readMessages();
  child.stderr.setEncoding('utf8').on('data', messages.add).on('close', messages.end);
  const stop = (): void => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  };
  signal.addEventListener('abort', stop);
  let samples = 0;
  try {
    const told = () => withTimeout({ ...startPatience, stop: signal }, () => messages.start);
    const start = hasClock(demuxer) ? told : () => 0;
    for await (const block of startingAt(start, monoBlocks(watched(child.stdout, stop)))) {
      samples += block.length;
      if (samples > maxSamples) {
        throw new JobFailure('audio_too_long', 'The audio is longer than 5 hours.');
      }
      yield block;
    }
    const { code, killedBy } = await exit;
    signal.throwIfAborted();
    if (killedBy === 'SIGKILL') throw new Error('ffmpeg was killed from outside');
    if (isOutOfTime(code, killedBy)) throw new JobFailure('audio_unreadable', tooSlow);
    if (code === 126 || code === 127) throw new Error(`ffmpeg could not be started: ${messages.text()}`);
    assertWhole(promised, {
      exitCode: code,
      seconds: samples / sampleRate,
      messages: messages.text(),
      lostPackets: messages.lostPackets(),
    });
    if (samples < minSamples) {
      throw new JobFailure(
        'audio_too_short',
        `The audio lasts ${toMs(samples)} ms; at least ${minAudioMs} are needed.`,
      );
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await exit.catch(() => undefined);
  }
};

const tooSlow = 'The audio takes too long to decode; the file may be damaged.';

type Exit = { readonly code: number | null; readonly killedBy: NodeJS.Signals | null };

const exitOf = (child: ChildProcess): Promise<Exit> => {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Exit>();
  child.on('error', (cause) => reject(new Error('ffmpeg could not be started', { cause })));
  child.on('close', (code, killedBy) => settle({ code, killedBy }));
  // It may fail long before anybody waits for it.
  promise.catch(() => undefined);
  return promise;
};

/** Puts silence before the first block; `start` is asked for it in seconds when that has come. */
const startingAt = async function* (
  start: () => number | Promise<number>,
  blocks: AsyncIterable<Int16Array>,
): AsyncGenerator<Int16Array, void> {
  let isFirst = true;
  for await (const block of blocks) {
    if (isFirst) yield* silence(toSamples(1000 * (await start())));
    isFirst = false;
    yield block;
  }
};

const silence = function* (samples: number): Generator<Int16Array, void> {
  for (let rest = samples; rest > 0; rest -= sampleRate) yield new Int16Array(Math.min(rest, sampleRate));
};

const watched = async function* (output: Readable, stop: () => void): AsyncGenerator<Buffer, void> {
  const blocks: AsyncIterator<Buffer> = output[Symbol.asyncIterator]();
  let patience = patienceMs;
  let isLate = false;
  const giveUp = (): void => {
    isLate = true;
    stop();
  };
  try {
    for (;;) {
      const asked = performance.now();
      const timer = setTimeout(giveUp, patience);
      const { done, value } = await blocks.next().finally(() => clearTimeout(timer));
      if (isLate) throw new Error('ffmpeg got too little of the processor');
      if (done) return;
      patience -= performance.now() - asked;
      yield value;
    }
  } finally {
    output.destroy();
  }
};
