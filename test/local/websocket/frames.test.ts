import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameWatcher } from '#local/websocket/frames.ts';

/** A client's frame with a payload of this size. */
const frame = (payloadBytes: number): Buffer => {
  const length =
    payloadBytes < 126
      ? Buffer.from([0x81, 0x80 | payloadBytes])
      : payloadBytes < 65_536
        ? Buffer.from([0x81, 0x80 | 126, payloadBytes >> 8, payloadBytes & 0xff])
        : Buffer.concat([Buffer.from([0x81, 0x80 | 127]), bigEndian(payloadBytes)]);
  const mask = Buffer.from([1, 2, 3, 4]);
  return Buffer.concat([length, mask, Buffer.alloc(payloadBytes, 0xff)]);
};

const bigEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const cuts = [0, ...places.map((place) => place % bytes.length).toSorted((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
};

const maxBytes = 1_000;
const sizes = fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 990, max: maxBytes })), { maxLength: 8 });
const places = fc.array(fc.nat(), { maxLength: 12 });

test('frames up to the limit pass, however the network cuts them', () => {
  fc.assert(
    fc.property(sizes, places, (payloads, cuts) => {
      const bytes = Buffer.concat([frame(0), ...payloads.map(frame)]);
      const isTooLarge = frameWatcher(maxBytes);
      expect(cutAt(bytes, cuts).map(isTooLarge)).not.toContain(true);
    }),
  );
});

test.each([maxBytes + 1, 65_535, 65_536, 200_000])(
  'a frame of %i bytes is found after any frames that pass, however the network cuts them',
  (bytes) => {
    fc.assert(
      fc.property(sizes, places, (payloads, cuts) => {
        const stream = Buffer.concat([...payloads.map(frame), frame(bytes)]);
        const isTooLarge = frameWatcher(maxBytes);
        expect(cutAt(stream, cuts).map(isTooLarge)).toContain(true);
      }),
      { numRuns: 50 },
    );
  },
);
