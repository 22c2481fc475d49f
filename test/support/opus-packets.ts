/** A packet of Opus of 20, 60 or 120 ms that holds a number. It cannot be decoded, only counted. */
export const opusPacket = (ms: 20 | 60 | 120, number: number): Buffer => {
  const head = { 20: [31 << 3, 0], 60: [3 << 3, 0], 120: [(3 << 3) | 3, 2] }[ms];
  const packet = Buffer.alloc(6);
  packet.set(head);
  packet.writeUInt32BE(number, 2);
  return packet;
};

/** The number in a packet. */
export const numberIn = (packet: Uint8Array): number => Buffer.from(packet).readUInt32BE(2);
