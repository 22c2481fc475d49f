import { expect, test } from 'vitest';
import { ConstantsFile } from '#cdk/speech-runtime/constants-file.ts';

test('a constant that two graphs share is computed and stored once, where both find it', () => {
  const file = new ConstantsFile('encoder.weights');
  const place = (name: string, ...bytes: readonly number[]) =>
    file.place(name, () => Uint8Array.from([0, ...bytes]).subarray(1));
  const first = place('a', 1, 2);
  expect(place('b', 3)).toEqual({ file: 'encoder.weights', offset: 2, length: 1 });
  expect(file.place('a', () => expect.unreachable())).toBe(first);
  expect(first).toEqual({ file: 'encoder.weights', offset: 0, length: 2 });
  expect([...Buffer.concat(file.encode())]).toEqual([1, 2, 3]);
});
