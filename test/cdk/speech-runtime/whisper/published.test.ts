import { expect, test } from 'vitest';
import { alignmentHeadsOf, assertIsModel } from '#cdk/speech-runtime/whisper/published.ts';
import type { Tensor, Weights } from '#cdk/speech-runtime/whisper/weights.ts';
import { SpeechModelName } from '#lib/speech/engines/models.ts';

/** The layers of the decoder, the vocabulary and the size of each model that OpenAI published. */
const published = [
  ['whisper-tiny', 4, 51_865, 384],
  ['whisper-base', 6, 51_865, 512],
  ['whisper-small', 12, 51_865, 768],
  ['whisper-large-v3-turbo', 4, 51_866, 1_280],
] as const;

const tensor = (...dims: readonly number[]): Tensor => ({ dims, values: () => new Float32Array() });
const weightsOf = (layers: number, vocabulary: number, size: number): Weights =>
  new Map([
    ['decoder.embed_tokens.weight', tensor(vocabulary, size)],
    ...Array.from({ length: layers }, (_, i): [string, Tensor] => [
      `decoder.layers.${i}.fc1.weight`,
      tensor(4 * size, size),
    ]),
  ]);

test('every model that can be built has its published shape here', () => {
  const names = SpeechModelName.options.filter((name) => name.startsWith('whisper'));
  expect(published.map(([name]) => name)).toEqual(names);
});

test.each(published)('the weights of %s are taken as its own, and as those of no other', (name, ...shape) => {
  assertIsModel(weightsOf(...shape), name);
  for (const [other] of published.filter(([one]) => one !== name))
    expect(() => assertIsModel(weightsOf(...shape), other)).toThrow(`These are not the weights of ${other}.`);
});

test('weights for English only are refused with what distinguishes them', () => {
  expect(() => assertIsModel(weightsOf(6, 51_864, 512), 'whisper-base')).toThrow(
    'It has a decoder of 6 layers and a table of 51865 × 512 numbers, they have a decoder of 6 layers and a table of 51864 × 512 numbers.',
  );
});

test.each(published)('the alignment heads of %s are in its decoder, sorted', (name, layers, _, size) => {
  const heads = alignmentHeadsOf(name);
  const order = heads.map(({ layer, head }) => 100 * layer + head);
  expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
  for (const { layer, head } of heads) {
    expect(layer).toBeLessThan(layers);
    expect(head).toBeLessThan(size / 64);
  }
});
