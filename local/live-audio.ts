import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NewRealtimeSession } from '../sdk/typescript/types.ts';

/** Audio at the pace of speech, and what a session is created with for it. */
export type LiveAudio = {
  readonly audio: NewRealtimeSession['audio'];
  readonly parts: AsyncIterable<Buffer>;
};

const partMs = 100;
const sampleRateHz = 16_000;
const partBytes = (sampleRateHz * 2 * partMs) / 1000;

/** Waits before each part until its time has come. */
const atItsTime = async function* (parts: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  const start = performance.now();
  let sent = 0;
  for await (const part of parts) {
    yield part;
    sent += 1;
    await delay(Math.max(0, start + sent * partMs - performance.now()));
  }
};

/** The samples of a file, 100 ms each. */
const samplesOf = async function* (file: string): AsyncGenerator<Buffer> {
  const args = ['-v', 'error', '-i', file, '-f', 's16le', '-ac', '1', '-ar', String(sampleRateHz), '-'];
  const decoder = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = Buffer.alloc(0);
  for await (const block of decoder.stdout) {
    rest = Buffer.concat([rest, block]);
    for (; rest.length >= partBytes; rest = rest.subarray(partBytes)) yield rest.subarray(0, partBytes);
  }
  yield rest;
};

/** The time and the byte of each packet of a file that has Opus only; undefined of any other. */
const opusPacketsOf = (file: string): { readonly ms: number; readonly byte: number }[] | undefined => {
  const entries = 'stream=codec_name:packet=pts_time,pos';
  const lines = execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const codecs = lines.filter(([kind]) => kind === 'stream').map(([, codec]) => codec);
  if (codecs.join() !== 'opus') return undefined;
  return lines
    .filter(([kind]) => kind === 'packet')
    .map(([, seconds, byte]) => ({ ms: 1000 * Number(seconds), byte: Number(byte) }));
};

/** The bytes of a file as they are, 100 ms each. */
const slicesOf = function* (
  file: string,
  packets: readonly { ms: number; byte: number }[],
): Generator<Buffer> {
  const bytes = readFileSync(file);
  const lastMs = packets.at(-1)?.ms ?? 0;
  let from = 0;
  for (let ms = partMs; ms <= lastMs; ms += partMs) {
    const to = packets.find((packet) => packet.ms >= ms)?.byte ?? bytes.length;
    yield bytes.subarray(from, to);
    from = Math.max(from, to);
  }
  yield bytes.subarray(from);
};

/** A file as a microphone would give it: WebM with Opus as it is, any other as samples. */
export const openLiveAudio = (file: string): LiveAudio => {
  const packets = extname(file) === '.webm' ? opusPacketsOf(file) : undefined;
  return packets
    ? { audio: { format: 'webm_opus' }, parts: atItsTime(slicesOf(file, packets)) }
    : {
        audio: { format: 'pcm_s16le', sample_rate_hz: sampleRateHz, channels: 1 },
        parts: atItsTime(samplesOf(file)),
      };
};
