type Frame = { readonly headerBytes: number; readonly payloadBytes: number };

const maskBytes = 4;

/** The first frame of `bytes` (RFC 6455, section 5.2), or undefined while its header is incomplete. */
const firstFrame = (bytes: Buffer): Frame | undefined => {
  const short = (bytes[1] ?? 0) & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const headerBytes = 2 + lengthBytes + maskBytes;
  if (bytes.length < headerBytes) return undefined;
  if (lengthBytes === 0) return { headerBytes, payloadBytes: short };
  return {
    headerBytes,
    payloadBytes: lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)),
  };
};

/** Follows the frames that a client sends. Returns true once a frame has a payload of more than `maxBytes`. */
export const frameWatcher = (maxBytes: number): ((chunk: Buffer) => boolean) => {
  let pending = Buffer.alloc(0);
  let skippedBytes = 0;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk.subarray(skippedBytes)]);
    skippedBytes = Math.max(0, skippedBytes - chunk.length);
    for (let frame = firstFrame(pending); frame; frame = firstFrame(pending)) {
      if (frame.payloadBytes > maxBytes) return true;
      const bytes = frame.headerBytes + frame.payloadBytes;
      skippedBytes = Math.max(0, bytes - pending.length);
      pending = pending.subarray(bytes);
    }
    return false;
  };
};
