import type { Tensor, Weights } from '#cdk/speech-runtime/whisper/weights.ts';

/** The shape of a model that is too small to understand anything. */
export type MadeUpShape = {
  readonly heads: number;
  readonly bins: number;
  readonly encoderLayers: number;
  readonly decoderLayers: number;
};

export const headSize = 64;
export const maxFrames = 40;
const vocabulary = 300;
const maxText = 32;

/** Numbers in [-1, 1], the same in each run (Park and Miller 1988, "minimal standard" generator). */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
};

/** Weights of a Whisper model in this shape, the same in each run. F16 represents them exactly, like published ones. */
export const weightsOf = ({ heads, bins, encoderLayers, decoderLayers }: MadeUpShape): Weights => {
  const size = heads * headSize;
  const next = randomNumbers(1);
  const tensor = (dims: readonly number[], spread: number, middle = 0): Tensor => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    const values = Float32Array.from(Float16Array.from({ length: count }, () => middle + spread * next()));
    return { dims, values: () => values };
  };
  const linear = (name: string, to: number, from: number): [string, Tensor][] => [
    [`${name}.weight`, tensor([to, from], 2 * from ** -0.5)],
    ...(name.endsWith('k_proj') ? [] : [[`${name}.bias`, tensor([to], 0.1)] satisfies [string, Tensor]]),
  ];
  const norm = (name: string): [string, Tensor][] => [
    [`${name}.weight`, tensor([size], 0.2, 1)],
    [`${name}.bias`, tensor([size], 0.1)],
  ];
  const attention = (name: string): [string, Tensor][] => [
    ...['q_proj', 'k_proj', 'v_proj', 'out_proj'].flatMap((part) => linear(`${name}.${part}`, size, size)),
    ...norm(`${name}_layer_norm`),
  ];
  const layer = (name: string): [string, Tensor][] => [
    ...attention(`${name}.self_attn`),
    ...(name.startsWith('decoder') ? attention(`${name}.encoder_attn`) : []),
    ...linear(`${name}.fc1`, 4 * size, size),
    ...linear(`${name}.fc2`, size, 4 * size),
    ...norm(`${name}.final_layer_norm`),
  ];
  const convolution = (name: string, from: number): [string, Tensor][] => [
    [`${name}.weight`, tensor([size, from, 3], (3 * from) ** -0.5)],
    [`${name}.bias`, tensor([size], 0.1)],
  ];
  const side = (name: string, layers: number): [string, Tensor][] => [
    ...Array.from({ length: layers }, (_, i) => layer(`${name}.layers.${i}`)).flat(),
    ...norm(`${name}.layer_norm`),
  ];
  return new Map([
    ...convolution('encoder.conv1', bins),
    ...convolution('encoder.conv2', size),
    ['encoder.embed_positions.weight', tensor([maxFrames, size], 0.5)],
    ['decoder.embed_positions.weight', tensor([maxText, size], 0.5)],
    ['decoder.embed_tokens.weight', tensor([vocabulary, size], 0.5)],
    ...side('encoder', encoderLayers),
    ...side('decoder', decoderLayers),
  ]);
};

export const madeUpShape: MadeUpShape = { heads: 2, bins: 80, encoderLayers: 2, decoderLayers: 2 };
export const madeUpWeights = weightsOf(madeUpShape);
