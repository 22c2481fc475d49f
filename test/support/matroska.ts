type Packet = { readonly atMs: number; readonly pcm: Int16Array };

const element = (id: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(0x01_00_00_00, 0);
  size.writeUInt32BE(content.length, 4);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};
const of = (id: string, ...parts: readonly Buffer[]): Buffer => element(id, Buffer.concat(parts));
const number = (id: string, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
};
const float = (id: string, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
};

/** A Matroska file of 16 kHz mono samples whose packets say by themselves when they are to be heard. */
export const matroskaOf = (packets: readonly Packet[]): Buffer => {
  const sound = of('e1', float('b5', 16_000), number('9f', 1), number('6264', 16));
  const codec = element('86', Buffer.from('A_PCM/INT/LIT'));
  const track = of('ae', number('d7', 1), number('73c5', 1), number('83', 2), codec, sound);
  const clusters = packets.map(({ atMs, pcm }) => {
    const samples = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    return of(
      '1f43b675',
      number('e7', atMs),
      element('a3', Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), samples])),
    );
  });
  return Buffer.concat([
    of('1a45dfa3', element('4282', Buffer.from('matroska')), number('4287', 4), number('4285', 2)),
    of('18538067', of('1549a966', number('2ad7b1', 1_000_000)), of('1654ae6b', track), ...clusters),
  ]);
};
