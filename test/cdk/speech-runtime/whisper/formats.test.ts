import { expect, test } from 'vitest';
import { readCTranslate2 } from '#cdk/speech-runtime/whisper/ctranslate2.ts';
import { readSafetensors } from '#cdk/speech-runtime/whisper/safetensors.ts';
import { digestOf, tensorOf } from '#cdk/speech-runtime/whisper/weights.ts';
import { madeUpWeights } from '../../../support/whisper/made-up-weights.ts';
import { cTranslate2Of, safetensorsOf } from '../../../support/whisper/weight-files.ts';

const names = [...madeUpWeights.keys()].toSorted();

test.each([
  ['model.safetensors', () => readSafetensors(safetensorsOf(madeUpWeights))],
  ['model.bin', () => readCTranslate2(cTranslate2Of(madeUpWeights))],
])('%s gives every tensor with its shape and its numbers, and one digest', (_, read) => {
  const weights = read();
  expect([...weights.keys()].toSorted()).toEqual(names);
  for (const [name, { dims, values }] of madeUpWeights) {
    const found = tensorOf(weights, name);
    expect([name, found.dims]).toEqual([name, dims]);
    expect(Buffer.from(found.values().buffer).equals(Buffer.from(values().buffer))).toBe(true);
  }
  expect(digestOf(weights)).toBe(digestOf(madeUpWeights));
});

test('a digest changes with a name, a shape or a number', () => {
  const one = { dims: [2, 1], values: () => Float32Array.of(1, 2) };
  const digests = [
    new Map([['a', one]]),
    new Map([['b', one]]),
    new Map([['a', { ...one, dims: [1, 2] }]]),
    new Map([['a', { ...one, values: () => Float32Array.of(1, 3) }]]),
  ].map(digestOf);
  expect(new Set(digests).size).toBe(4);
});

test('weights in another precision, of another model or without a tensor are refused with the reason', () => {
  const quantized = safetensorsOf(madeUpWeights).toString('latin1').replace('"F16"', '"I8" ');
  expect(() => readSafetensors(Buffer.from(quantized, 'latin1'))).toThrow('Only weights in F32 or F16');
  const other = cTranslate2Of(madeUpWeights).toString('latin1').replace('WhisperSpec', 'MarianaSpec');
  expect(() => readCTranslate2(Buffer.from(other, 'latin1'))).toThrow('The weights are a MarianaSpec');
  const newer = cTranslate2Of(madeUpWeights);
  newer.writeUInt32LE(7);
  expect(() => readCTranslate2(newer)).toThrow('The weights are a WhisperSpec of CTranslate2 7, not a');
  const bytes = cTranslate2Of(madeUpWeights);
  const name = 'encoder/conv1/weight\0';
  const typeAt = bytes.indexOf(name) + name.length + 1 + 3 * 4;
  bytes[typeAt] = 1;
  expect(() => readCTranslate2(bytes)).toThrow('These are quantized.');
  expect(() => tensorOf(new Map(), 'encoder.conv1.bias')).toThrow('The weights have no encoder.conv1.bias.');
  const incomplete = cTranslate2Of(madeUpWeights)
    .toString('latin1')
    .replace('encoder/conv2/bias', 'encoder/conv2/bios');
  expect(() => readCTranslate2(Buffer.from(incomplete, 'latin1'))).toThrow('no encoder/conv2/bias');
});
