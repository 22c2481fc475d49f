type Packet = { readonly atMs: number; readonly pcm: Int16Array };
type Track = { rate?: number; channels?: number; bits?: number; codec?: string; more?: Buffer };

/** An element. `id` is in hexadecimal digits. */
export const element = (id: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(0x01_00_00_00, 0);
  size.writeUInt32BE(content.length, 4);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};
export const of = (id: string, ...parts: readonly Buffer[]): Buffer => element(id, Buffer.concat(parts));
export const number = (id: string, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
};
export const float = (id: string, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
};

/** The only track. `more` contains further elements of it. */
export const soundTrack = ({
  rate = 16_000,
  channels = 1,
  bits = 16,
  codec = 'A_PCM/INT/LIT',
  more,
}: Track): Buffer => {
  const sound = of('e1', float('b5', rate), number('9f', channels), number('6264', bits));
  const name = element('86', Buffer.from(codec));
  const track = [number('d7', 1), number('73c5', 1), number('83', 2), name, sound, more ?? Buffer.alloc(0)];
  return of('1654ae6b', of('ae', ...track));
};

/** A cluster with one packet. */
export const packet = (atMs: number, bytes: Buffer): Buffer =>
  of('1f43b675', number('e7', atMs), element('a3', Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), bytes])));

/** A file with this segment information and these other elements. */
export const matroska = (info: Buffer, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    of('1a45dfa3', element('4282', Buffer.from('matroska')), number('4287', 4), number('4285', 2)),
    of('18538067', of('1549a966', info), ...parts),
  ]);

/** A Matroska file of 16 kHz mono samples, with an explicit time for each packet. */
export const matroskaOf = (packets: readonly Packet[]): Buffer =>
  matroska(
    number('2ad7b1', 1_000_000),
    soundTrack({}),
    ...packets.map(({ atMs, pcm }) => packet(atMs, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength))),
  );
