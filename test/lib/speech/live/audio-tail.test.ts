import { expect, test } from 'vitest';
import { audioTail } from '#lib/speech/live/audio-tail.ts';

/** Samples from one position to another, each with the position as its value. */
const samples = (from: number, to: number) => Int16Array.from({ length: to - from }, (_, at) => from + at);

test('a tail keeps all samples, however many there are', () => {
  const tail = audioTail(100);
  const few = samples(100, 200);
  const many = new Int16Array(2 ** 19).fill(7);
  for (const pcm of [few, many, few]) tail.append(pcm);
  expect(tail.end).toBe(300 + 2 ** 19);
  expect(tail.slice(100, 200)).toEqual(few);
  expect(tail.slice(200, 200 + 2 ** 19)).toEqual(many);
  expect(tail.slice(tail.end - 100, tail.end)).toEqual(few);
});

test('a tail has only the samples after those that were dropped, and none beyond its end', () => {
  const tail = audioTail(100);
  tail.append(samples(100, 200));
  tail.dropBefore(150);
  expect(tail.slice(0, 1_000)).toEqual(samples(150, 200));
  tail.dropBefore(120);
  expect(tail.slice(0, 1_000)).toEqual(samples(150, 200));
  tail.dropBefore(1_000);
  expect([tail.end, tail.slice(0, 1_000)]).toEqual([200, new Int16Array()]);
});
