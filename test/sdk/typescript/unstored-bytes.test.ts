import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnstoredBytes } from '../../../sdk/typescript/unstored-bytes.ts';

const bytesOf = (messages: Iterable<{ readonly data: string }>): number[] =>
  [...messages].flatMap(({ data }) => [...Buffer.from(data, 'base64')]);

test('what was not stored is sent again from any offset, byte for byte', () => {
  const stream = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 20 });
  fc.assert(
    fc.property(stream, fc.nat(1_200), fc.nat(1_200), (parts, stored, from) => {
      const audio = new UnstoredBytes();
      for (const part of parts) audio.add(part);
      audio.forget(stored);
      const whole = parts.flatMap((part) => [...part]);
      const start = Math.max(from, Math.min(stored, whole.length));
      expect(bytesOf(audio.messages(start, audio.end))).toEqual(whole.slice(start));
      expect(audio.length).toBe(Math.max(0, whole.length - stored));
    }),
  );
});

test('a long part is sent in messages of at most 24,000 bytes that adjoin', () => {
  const audio = new UnstoredBytes();
  audio.add(new Uint8Array(50_000));
  const messages = [...audio.messages(1_000, 50_000)];
  expect(messages.map(({ offset }) => offset)).toEqual([1_000, 25_000, 49_000]);
  expect(bytesOf(messages)).toHaveLength(49_000);
});

test.each([
  ['an array of bytes', Uint8Array.of(1, 2, 3)],
  ['a Buffer of Node.js', Buffer.of(1, 2, 3)],
])('%s that its owner reuses does not change what is sent', (_, buffer) => {
  const audio = new UnstoredBytes();
  audio.add(buffer);
  buffer.fill(0);
  expect(bytesOf(audio.messages(0, 3))).toEqual([1, 2, 3]);
});

const samples = Int16Array.of(1, -2, 3);
test.each([
  ['an ArrayBuffer', samples.buffer],
  ['samples of 16 bits', samples],
  ['a view of a part of a buffer', new DataView(Int16Array.of(9, 1, -2, 3, 9).buffer, 2, 6)],
])('%s is sent by its bytes', (_, given) => {
  const audio = new UnstoredBytes();
  audio.add(given);
  expect(audio.end).toBe(6);
  expect(bytesOf(audio.messages(0, 6))).toEqual([1, 0, 254, 255, 3, 0]);
});

test.each([new Blob(['audio']), 'audio', [1, 2, 3]])('what has no bytes at hand is refused: %s', (given) => {
  const audio = new UnstoredBytes();
  // @ts-expect-error A page without types may pass any value.
  expect(() => audio.add(given)).toThrow(TypeError);
  expect(audio.end).toBe(0);
});

test('what is stored stays stored, although an older acknowledgement comes late', () => {
  const audio = new UnstoredBytes();
  audio.add(new Uint8Array(100));
  audio.forget(80);
  audio.forget(20);
  expect([audio.start, audio.length]).toEqual([80, 20]);
});
