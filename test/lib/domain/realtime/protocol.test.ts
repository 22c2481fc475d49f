import { expect, test } from 'vitest';
import { ClientMessage, maxMessageBytes } from '#lib/domain/realtime/protocol.ts';

const isValid = (message: unknown): boolean => ClientMessage.safeParse(message).success;
const audioOf = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64');

test.each([
  { type: 'audio', offset: 0, data: audioOf(6_400) },
  { type: 'audio', data: audioOf(1) },
  { type: 'finalize', offset: 64_000 },
  { type: 'finish', offset: 0 },
  { type: 'ping' },
  { type: 'hello', sdk: 'js/1.0' },
])('%j is a message', (message) => {
  expect(isValid(message)).toBe(true);
});

test.each([
  ['another type', { type: 'close' }],
  ['no type', {}],
  ['an unknown field', { type: 'ping', id: 1 }],
  ['a negative offset', { type: 'finish', offset: -1 }],
  ['half a byte', { type: 'finish', offset: 0.5 }],
  ['an offset beyond any session', { type: 'finish', offset: 10 ** 10 + 1 }],
  ['no audio', { type: 'audio', offset: 0 }],
  ['empty audio', { type: 'audio', offset: 0, data: '' }],
  ['base64 without padding', { type: 'audio', offset: 0, data: 'AAA' }],
  ['base64 for URLs', { type: 'audio', offset: 0, data: 'AA-_' }],
  ['padding in the middle', { type: 'audio', offset: 0, data: 'A=AA' }],
  ['nothing but padding', { type: 'audio', offset: 0, data: '====' }],
])('%s is refused', (_, message) => {
  expect(isValid(message)).toBe(false);
});

test('a message has at most as many bytes as fit a frame of the gateway', () => {
  const message = (bytes: number) => ({ type: 'audio', offset: 10 ** 10, data: audioOf(bytes) });
  expect(isValid(message(maxMessageBytes))).toBe(true);
  expect(isValid(message(maxMessageBytes + 1))).toBe(false);
  expect(JSON.stringify(message(maxMessageBytes)).length).toBeLessThan(32 * 1024);
});
