import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { JobFailure } from '#lib/errors.ts';
import { makeScratch, removeScratch } from '#lib/scratch.ts';
import { fencedArguments, fencedEnvironment } from './decoder-fence.ts';
import { explainDecoderFailure, isIncomplete } from './decoder-messages.ts';
import { longestAudioMs, shortestAudioMs } from './limits.ts';
import { sampleRate, toMs } from './pcm.ts';
import type { Demuxers } from './sniff.ts';

type DecodeInput = {
  readonly file: string;
  /** What may read it, by `sniffAudio`. */
  readonly demuxers: Demuxers;
  /** An absolute path, or a name to find in the usual folders. */
  readonly ffmpegPath: string;
  readonly signal: AbortSignal;
};

const longestSeconds = longestAudioMs / 1000;
const shortestSeconds = shortestAudioMs / 1000;
/** Of waiting for ffmpeg, which needs about 10 s for the longest file; the consumer's own time does not count. */
const patienceMs = 120_000;

/** The one that came with the speech runtime, as it does on Lambda, else the machine's own. */
export function findFfmpeg(speechDir: string): string {
  const own = join(speechDir, 'bin/ffmpeg');
  return existsSync(own) ? own : 'ffmpeg';
}

/**
 * Decodes a local file to 16 kHz mono, block by block as fast as they are taken. Throws a `JobFailure` for a file that
 * cannot be read to its end, or is over 5 h or under 100 ms by its decoded samples. Leaving the loop stops ffmpeg.
 */
export async function* decodeAudio(input: DecodeInput): AsyncGenerator<Int16Array, void> {
  const folder = await makeScratch();
  try {
    await symlink(resolve(input.file), join(folder, 'in'));
    yield* runDecoder(folder, input);
  } finally {
    await removeScratch(folder);
  }
}

async function* runDecoder(
  folder: string,
  { demuxers, ffmpegPath, signal }: DecodeInput,
): AsyncGenerator<Int16Array, void> {
  signal.throwIfAborted();
  // In a process group of its own, so that killing it takes children along.
  const child = spawn(ffmpegPath, fencedArguments(demuxers, longestSeconds + 1), {
    cwd: folder,
    env: fencedEnvironment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = exitOf(child);
  const complaints = readComplaints(child.stderr);
  const stop = (): void => killGroup(child);
  signal.addEventListener('abort', stop);
  let samples = 0;
  try {
    for await (const block of wholeSamples(watched(child.stdout, stop))) {
      samples += block.length;
      if (samples > longestSeconds * sampleRate) {
        throw new JobFailure('audio_too_long', 'The audio is longer than 5 hours.');
      }
      yield block;
    }
    const { code, killedBy } = await exit;
    signal.throwIfAborted();
    if (killedBy === 'SIGKILL') throw new Error('ffmpeg was killed from outside');
    const failed = code !== 0 || isIncomplete(complaints()) || samples === 0;
    if (failed) throw explainDecoderFailure(complaints(), samples / sampleRate);
    if (samples < shortestSeconds * sampleRate) {
      throw new JobFailure(
        'audio_too_short',
        `The audio lasts ${toMs(samples)} ms; at least ${shortestAudioMs} are needed.`,
      );
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await exit.catch(() => undefined);
  }
}

const tooSlow = 'The audio takes too long to decode; the file may be damaged.';

type Exit = { readonly code: number | null; readonly killedBy: NodeJS.Signals | null };

function exitOf(child: ChildProcess): Promise<Exit> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Exit>();
  child.on('error', (cause) => reject(new Error('ffmpeg could not be started', { cause })));
  child.on('close', (code, killedBy) => settle({ code, killedBy }));
  // It may fail long before anybody waits for it.
  promise.catch(() => undefined);
  return promise;
}

/** The first lines name the cause; a hostile file can cause millions. */
function readComplaints(stderr: Readable): () => string {
  let text = '';
  stderr.setEncoding('utf8').on('data', (more: string) => {
    if (text.length < 16_384) text += more;
  });
  return () => text;
}

async function* watched(output: Readable, stop: () => void): AsyncGenerator<Buffer, void> {
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
      if (isLate) throw new JobFailure('audio_unreadable', tooSlow);
      if (done) return;
      patience -= performance.now() - asked;
      yield value;
    }
  } finally {
    output.destroy();
  }
}

async function* wholeSamples(blocks: AsyncIterable<Buffer>): AsyncGenerator<Int16Array, void> {
  let rest = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = Buffer.concat([rest, block]);
    const whole = bytes.length & ~1;
    rest = bytes.subarray(whole);
    if (whole > 0) yield new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
  }
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
