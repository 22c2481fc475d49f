/** A packet of Opus of 20, 60 or 120 ms that holds a number. It cannot be decoded, only counted. */
export const opusPacket = (ms: 20 | 60 | 120, number: number, mode: 'celt' | 'silk' = 'celt'): Buffer => {
  // Frames of 20 ms, as many as the second byte says.
  const packet = Buffer.alloc(8);
  packet.set([((mode === 'celt' ? 31 : 1) << 3) | 3, ms / 20]);
  packet.writeUInt32BE(number, 2);
  return packet;
};

/** The number in a packet. */
export const numberIn = (packet: Uint8Array): number => Buffer.from(packet).readUInt32BE(2);
