import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bytesField,
  decodeFields,
  decodeVarint,
  encodeFields,
  intField,
} from '#cdk/speech-runtime/protobuf.ts';

const anyField = fc.record({
  number: fc.integer({ min: 1, max: 5_000 }),
  bytes: fc.uint8Array({ maxLength: 300 }),
});

test('encoding the decoded fields of a message gives the same bytes', () => {
  fc.assert(
    fc.property(fc.array(anyField), fc.nat(), (fields, number) => {
      const message = encodeFields([
        ...fields.map(({ number: n, bytes }) => bytesField(n, bytes)),
        intField(9, number),
      ]);
      expect(Buffer.from(encodeFields(decodeFields(message))).equals(message)).toBe(true);
    }),
  );
});

test('a number is read as it was written', () => {
  fc.assert(
    fc.property(fc.nat(), (number) => {
      expect(decodeVarint(intField(9, number).bytes)).toBe(number);
    }),
  );
});

test('a truncated message or number is refused', () => {
  const message = encodeFields([bytesField(1, 'some content')]);
  for (let length = 1; length < message.length; length += 1) {
    expect(() => decodeFields(message.subarray(0, length))).toThrow('ends inside');
  }
  expect(() => decodeVarint(Uint8Array.of(200))).toThrow('ends inside');
});
