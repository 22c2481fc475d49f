/** An Opus packet of 20, 60 or 120 ms that contains a number. It can be counted, but not decoded. */
export const opusPacket = (ms: 20 | 60 | 120, number: number, mode: 'celt' | 'silk' = 'celt'): Buffer => {
  // The second byte is the number of frames of 20 ms.
  const packet = Buffer.alloc(8);
  packet.set([((mode === 'celt' ? 31 : 1) << 3) | 3, ms / 20]);
  packet.writeUInt32BE(number, 2);
  return packet;
};

/** The number in a packet. */
export const numberIn = (packet: Uint8Array): number => Buffer.from(packet).readUInt32BE(2);
