import { JobFailure } from '#lib/platform/errors.ts';
import { blockFrames, downmixer } from './downmix.ts';
import { maxChannels } from './limits.ts';
import type { AudioBlock } from './pcm.ts';

type Options = {
  readonly multichannel: boolean;
  /** Called when the mix inverts a channel. After that, the mix depends on the audio before it. */
  readonly onInverted?: (() => void) | undefined;
};

/**
 * Reads ffmpeg's WAV stream (16 bit, any number of channels) and mixes it to mono. With `multichannel`, keeps the
 * channels apart, and throws a `JobFailure` if there are more than `maxChannels`.
 */
export const audioBlocks = async function* (
  output: AsyncIterable<Buffer>,
  { multichannel, onInverted }: Options,
): AsyncGenerator<AudioBlock, void> {
  let rest: Buffer = Buffer.alloc(0);
  let reading: Reading | undefined;
  for await (const block of output) {
    let bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
    rest = bytes;
    if (!reading) {
      const header = readHeader(bytes);
      if (!header) continue;
      reading = multichannel ? apart(header.channels) : mixed(header.channels, onInverted);
      bytes = bytes.subarray(header.bytes);
    }
    const whole = bytes.length - (bytes.length % reading.blockBytes);
    rest = bytes.subarray(whole);
    if (whole > 0) yield reading.read(samplesOf(bytes.subarray(0, whole)));
  }
  if (!reading) return;
  const whole = rest.length - (rest.length % reading.frameBytes);
  if (whole > 0) yield reading.read(samplesOf(rest.subarray(0, whole)));
};

type Reading = {
  readonly read: (interleaved: Int16Array) => AudioBlock;
  readonly frameBytes: number;
  readonly blockBytes: number;
};

/** The mixer needs whole blocks. Mono needs no mixing, so its blocks may have any size. */
const mixed = (channels: number, onInverted?: () => void): Reading => {
  const frameBytes = 2 * channels;
  const mix = downmixer(channels, onInverted);
  return {
    read: (interleaved) => [mix(interleaved)],
    frameBytes,
    blockBytes: channels === 1 ? frameBytes : blockFrames * frameBytes,
  };
};

const apart = (channels: number): Reading => {
  if (channels > maxChannels) throw tooManyChannels(channels);
  const frameBytes = 2 * channels;
  return {
    read: (interleaved) =>
      Array.from({ length: channels }, (_, channel) => everyNth(interleaved, channel, channels)),
    frameBytes,
    blockBytes: frameBytes,
  };
};

const everyNth = (interleaved: Int16Array, first: number, step: number): Int16Array => {
  const samples = new Int16Array(interleaved.length / step);
  for (let i = 0, at = first; i < samples.length; i += 1, at += step) samples[i] = interleaved[at] ?? 0;
  return samples;
};

const tooManyChannels = (channels: number): JobFailure =>
  new JobFailure(
    'unsupported_audio_format',
    `The file has ${channels} channels; with multichannel it may have at most ${maxChannels}. Send it with fewer channels, or without multichannel; then they are mixed.`,
    { channels, max_channels: maxChannels },
  );

/** `bytes` is the length of the header, before the samples. Undefined if the header is incomplete. */
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

/** Copies the samples only if they start at an odd byte offset, which an Int16Array does not allow. */
const samplesOf = (bytes: Buffer): Int16Array =>
  bytes.byteOffset % 2 === 0
    ? new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
    : new Int16Array(new Uint8Array(bytes).buffer);
