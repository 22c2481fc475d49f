import { chanceOf } from './chance.ts';
import { element, number, of } from './matroska.ts';

/** A packet at its time. */
export type OpusPacket = { readonly atMs: number; readonly data: Buffer };

/** A master element of unknown size, as MediaRecorder writes it. */
const openElement = (id: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...parts]);

export const opusHead = (channels: number, { preSkip = 312, mapping = 0 } = {}): Buffer => {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  head.writeUInt8(mapping, 18);
  return head;
};

/** An entry of the list of tracks. */
export const opusEntry = (
  channels = 1,
  { codec = 'A_OPUS', head = opusHead(channels), type = 2, track = 1 } = {},
) =>
  of('ae', number('d7', track), number('83', type), element('86', Buffer.from(codec)), element('63a2', head));

export const webmHeader = (...entries: readonly Buffer[]): Buffer =>
  Buffer.concat([
    of('1a45dfa3', element('4282', Buffer.from('webm'))),
    openElement('18538067', of('1549a966', number('2ad7b1', 1_000_000)), of('1654ae6b', ...entries)),
  ]);

/** A block of the first track, `atMs` after the start of its cluster. */
export const simpleBlock = (atMs: number, data: Buffer, flags = 0x80): Buffer =>
  element('a3', Buffer.concat([Buffer.from([0x81, (atMs >> 8) & 0xff, atMs & 0xff, flags]), data]));

export const cluster = (atMs: number, ...blocks: readonly Buffer[]): Buffer =>
  openElement('1f43b675', number('e7', atMs), ...blocks);

const clusterMs = 5_000;

/** A stream like MediaRecorder's: without sizes, in clusters of five seconds. */
export const webmOf = (packets: readonly OpusPacket[], channels: 1 | 2 = 1): Buffer => {
  const clusters = Map.groupBy(packets, ({ atMs }) => Math.floor(atMs / clusterMs));
  const bodies = [...clusters.values()].map((own) => {
    const startMs = own[0]?.atMs ?? 0;
    return cluster(startMs, ...own.map(({ atMs, data }) => simpleBlock(atMs - startMs, data)));
  });
  return Buffer.concat([webmHeader(opusEntry(channels)), ...bodies]);
};

/** Packets of 20 ms that decode to noise or to silence. Each packet depends on those before it. */
export const noisePackets = (
  spans: readonly { readonly ms: number; readonly isLoud: boolean }[],
  { seed = 7, channels = 1 }: { seed?: number; channels?: 1 | 2 } = {},
): OpusPacket[] => {
  const { under } = chanceOf(seed);
  const head = (config: number): number => (config << 3) | (channels === 2 ? 4 : 0);
  const loud = spans.flatMap(({ ms, isLoud }) => Array.from({ length: Math.round(ms / 20) }, () => isLoud));
  return loud.map((isLoud, at) => {
    const noise = Array.from({ length: 40 + under(60) }, () => under(256));
    return { atMs: at * 20, data: Buffer.from(isLoud ? [head(31), ...noise] : [head(31)]) };
  });
};
