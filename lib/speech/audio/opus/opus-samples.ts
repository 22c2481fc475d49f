import { sampleRate } from '../pcm.ts';

const silkMs = [10, 20, 40, 60];
const hybridMs = [10, 20];
const celtMs = [2.5, 5, 10, 20];
const maxMs = 120;
const maxFrameBytes = 1_275;

const firstOfCelt = 16;

/**
 * Whether a part of a packet is encoded by SILK, which is used for speech at low bitrates. The SILK decoder has
 * feedback, so its output depends slightly on where decoding began: the last bit of one sample in a hundred differs.
 */
export const hasSilk = ([head = 0]: Uint8Array): boolean => head >> 3 < firstOfCelt;

/** The number of 16 kHz samples that an Opus packet decodes to (RFC 6716, section 3); 0 if the packet is damaged. */
export const opusSamples = (packet: Uint8Array): number => {
  const [head = 0, second = 0] = packet;
  const config = head >> 3;
  const frameMs = config < 12 ? silkMs[config & 3] : config < 16 ? hybridMs[config & 1] : celtMs[config & 3];
  const frames = [1, 2, 2, second & 0x3f][head & 3] ?? 0;
  const ms = frames * (frameMs ?? 0);
  return ms <= maxMs && areWhole(packet, frames) ? (ms * sampleRate) / 1_000 : 0;
};

/** Whether the lengths of the frames fit the packet. The decoder prints a line for each packet whose lengths do not. */
const areWhole = (packet: Uint8Array, frames: number): boolean => {
  const [head, flags = 0] = packet;
  if (head === undefined) return false;
  const hasFlags = (head & 3) === 3;
  let at = hasFlags ? 2 : 1;
  let left = packet.length - at;
  const take = (): number => {
    left -= 1;
    at += 1;
    return packet[at - 1] ?? 0;
  };
  if (hasFlags && (flags & 0x40) !== 0) {
    for (let padding = 255; padding === 255;) {
      padding = take();
      left -= Math.min(padding, 254);
    }
  }
  const isVariable = (head & 3) === 2 || (hasFlags && (flags & 0x80) !== 0);
  if (!isVariable) return left >= 0 && left % frames === 0 && left / frames <= maxFrameBytes;
  for (let frame = 1; frame < frames; frame += 1) {
    const first = take();
    left -= first < 252 ? first : first + 4 * take();
  }
  return left >= 0 && left <= maxFrameBytes;
};
