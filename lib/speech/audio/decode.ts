import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { JobFailure } from '#lib/platform/errors.ts';
import { killGroup } from '#lib/speech/kill-group.ts';
import { makeScratch, removeScratch } from '#lib/platform/scratch.ts';
import { withTimeout } from '#lib/platform/with-timeout.ts';
import { type AudioFile, inspectAudio } from './audio-file.ts';
import { assertNotTooLong } from './audio-length.ts';
import { assertWhole } from './completeness.ts';
import {
  sandboxArguments,
  sandboxCommand,
  sandboxEnvironment,
  hasTimestamps,
  isOutOfTime,
} from './decoder-sandbox.ts';
import { readMessages } from './ffmpeg-messages.ts';
import { placeInput } from './decoder-input.ts';
import { audioBlocks } from './decoder-output.ts';
import { maxAudioMs, minAudioMs } from './limits.ts';
import type { Trim } from './parts/plan.ts';
import { type AudioBlock, msSamples, sampleRate, toSamples } from './pcm.ts';

type DecodeInput = {
  readonly file: string;
  /** An absolute path, or a name to find on the sandbox's PATH. */
  readonly ffmpegPath: string;
  /** Keeps the channels apart. Otherwise they are mixed to one. */
  readonly multichannel?: boolean;
  /**
   * For a slice of a file: which of its samples count. A slice may lose no packet, because the number of packets that a
   * file may lose depends on its whole length.
   */
  readonly trim?: Trim | undefined;
  /** Called when the mix inverts a channel. If it throws, decoding ends with that error. */
  readonly onInverted?: () => void;
  readonly signal: AbortSignal;
};

const minSamples = toSamples(minAudioMs);
/**
 * Total time to wait for ffmpeg's output. A timeout means that the machine is overloaded, because the sandbox limits
 * processor time to less.
 */
const decodeTimeoutMs = 600_000;
/** Safety net for an ffmpeg version that prints the start time in another format. */
const startTimeout = {
  ms: 60_000,
  failure: () => new Error('ffmpeg did not print the start time of the audio'),
};

/** The ffmpeg of the speech runtime, as on Lambda. Without one, the machine's own. */
export const findFfmpeg = (speechDir: string): string => {
  const own = join(speechDir, 'bin/ffmpeg');
  return existsSync(own) ? own : 'ffmpeg';
};

/**
 * Decodes a local file to 16 kHz and yields it in blocks. Throws a `JobFailure` for a file that is not audio, is
 * incomplete (see `assertWhole`), is too long (see `assertNotTooLong`) or shorter than 100 ms, or has too many channels to
 * keep apart.
 * Leaving the loop stops ffmpeg.
 */
export const decodeAudio = async function* (input: DecodeInput): AsyncGenerator<AudioBlock, void> {
  input.signal.throwIfAborted();
  const audio = await inspectAudio(input.file);
  const folder = await makeScratch();
  try {
    await placeInput(input.file, join(folder, 'in'), audio.edits);
    yield* runDecoder(spawnDecoder(input, audio, folder), audio, input);
  } finally {
    await removeScratch(folder);
  }
};

type Decoder = ChildProcessByStdio<null, Readable, Readable>;

const spawnDecoder = ({ ffmpegPath, trim }: DecodeInput, audio: AudioFile, folder: string): Decoder => {
  const args = sandboxArguments(audio, maxAudioMs / 1000 + 1, trim);
  // In its own process group, so that killing the group also kills its children.
  return spawn(...sandboxCommand(ffmpegPath, args), {
    cwd: folder,
    env: sandboxEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

const runDecoder = async function* (
  child: Decoder,
  audio: AudioFile,
  { multichannel = false, onInverted, trim, signal }: DecodeInput,
): AsyncGenerator<AudioBlock, void> {
  const exit = exitOf(child);
  const messages = readMessages(audio);
  child.stderr.setEncoding('utf8').on('data', messages.add).on('close', messages.end);
  const stop = (): void => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  };
  signal.addEventListener('abort', stop);
  let samples = 0;
  try {
    const printedStart = () => withTimeout({ ...startTimeout, stop: signal }, () => messages.start);
    const start = hasTimestamps(audio, trim) ? printedStart : () => 0;
    const blocks = audioBlocks(withTimeLimit(child.stdout, stop), { multichannel, onInverted });
    for await (const block of withLeadingSilence(start, blocks)) {
      samples += block[0]?.length ?? 0;
      assertNotTooLong(samples, block.length);
      yield block;
    }
    const { code, killedBy } = await exit;
    signal.throwIfAborted();
    if (killedBy === 'SIGKILL') throw new Error('ffmpeg was killed from outside');
    if (isOutOfTime(code, killedBy)) throw new JobFailure('audio_unreadable', tooSlow);
    if (code === 126 || code === 127) throw new Error(`ffmpeg could not be started: ${messages.text()}`);
    assertWhole(audio.declared, {
      exitCode: code,
      seconds: samples / sampleRate,
      messages: messages.text(),
      lostPackets: messages.lostPackets(),
    });
    if (trim && messages.lostPackets() > 0)
      throw new JobFailure('audio_unreadable', 'Packets of a slice cannot be decoded.');
    if (samples < minSamples) {
      throw new JobFailure(
        'audio_too_short',
        `The audio lasts ${Math.floor(samples / msSamples)} ms; at least ${minAudioMs} are needed.`,
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
  // Avoids an unhandled rejection if the promise rejects before the caller awaits it.
  promise.catch(() => undefined);
  return promise;
};

/** A start time up to this is not silence but the delay of a codec, which ffmpeg includes in WebM and WMA. */
const maxCodecDelayMs = 100;

/** Prepends silence up to `start` (in seconds), which is known when the first block arrives. */
const withLeadingSilence = async function* (
  start: () => number | Promise<number>,
  blocks: AsyncIterable<AudioBlock>,
): AsyncGenerator<AudioBlock, void> {
  let isFirst = true;
  for await (const block of blocks) {
    const startMs = isFirst ? 1000 * (await start()) : 0;
    if (startMs > maxCodecDelayMs) yield* silence(toSamples(startMs), block.length);
    isFirst = false;
    yield block;
  }
};

const silence = function* (samples: number, channels: number): Generator<AudioBlock, void> {
  for (let rest = samples; rest > 0; rest -= sampleRate)
    yield Array.from({ length: channels }, () => new Int16Array(Math.min(rest, sampleRate)));
};

const withTimeLimit = async function* (output: Readable, stop: () => void): AsyncGenerator<Buffer, void> {
  const blocks: AsyncIterator<Buffer> = output[Symbol.asyncIterator]();
  let remainingMs = decodeTimeoutMs;
  let isLate = false;
  const giveUp = (): void => {
    isLate = true;
    stop();
  };
  try {
    for (;;) {
      const requestedAt = performance.now();
      const timer = setTimeout(giveUp, remainingMs);
      const { done, value } = await blocks.next().finally(() => clearTimeout(timer));
      if (isLate) throw new Error('ffmpeg got too little of the processor');
      if (done) return;
      remainingMs -= performance.now() - requestedAt;
      yield value;
    }
  } finally {
    output.destroy();
  }
};
