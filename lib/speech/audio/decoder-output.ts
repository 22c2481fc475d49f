import { blockFrames, downmixer } from './downmix.ts';

/** Reads ffmpeg's WAV stream (16 bit, any number of channels) and mixes it to mono. */
export const monoBlocks = async function* (output: AsyncIterable<Buffer>): AsyncGenerator<Int16Array, void> {
  let rest: Buffer = Buffer.alloc(0);
  let mixing: Mixing | undefined;
  for await (const block of output) {
    let bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
    rest = bytes;
    if (!mixing) {
      const header = readHeader(bytes);
      if (!header) continue;
      mixing = mixingOf(header.channels);
      bytes = bytes.subarray(header.bytes);
    }
    const whole = bytes.length - (bytes.length % mixing.blockBytes);
    rest = bytes.subarray(whole);
    if (whole > 0) yield mixing.mix(samplesOf(bytes.subarray(0, whole)));
  }
  if (!mixing) return;
  const whole = rest.length - (rest.length % mixing.frameBytes);
  if (whole > 0) yield mixing.mix(samplesOf(rest.subarray(0, whole)));
};

type Mixing = {
  readonly mix: (interleaved: Int16Array) => Int16Array;
  readonly frameBytes: number;
  /** The mixer needs whole blocks. Mono needs no mixing, so it passes in blocks of any size. */
  readonly blockBytes: number;
};

const mixingOf = (channels: number): Mixing => {
  const frameBytes = 2 * channels;
  return {
    mix: downmixer(channels),
    frameBytes,
    blockBytes: channels === 1 ? frameBytes : blockFrames * frameBytes,
  };
};

/** `bytes` is the length of the header, which the samples follow; undefined if the header is incomplete. */
const readHeader = (start: Buffer): { readonly channels: number; readonly bytes: number } | undefined => {
  let at = 12;
  let channels = 0;
  while (at + 8 <= start.length) {
    const id = start.toString('latin1', at, at + 4);
    if (id === 'data') return { channels, bytes: at + 8 };
    if (id === 'fmt ' && at + 12 <= start.length) channels = start.readUInt16LE(at + 10);
    at += 8 + start.readUInt32LE(at + 4);
  }
  return undefined;
};

/** Copies only at an odd byte offset, which an Int16Array cannot have. */
const samplesOf = (bytes: Buffer): Int16Array =>
  bytes.byteOffset % 2 === 0
    ? new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
    : new Int16Array(new Uint8Array(bytes).buffer);
