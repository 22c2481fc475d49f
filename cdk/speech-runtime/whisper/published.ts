import type { WhisperModelName } from '#lib/speech/engines/models.ts';
import type { AlignmentHead } from './decoder-graph.ts';
import { layersOf } from './layers.ts';
import { tensorOf, type Weights } from './weights.ts';

/** The alignment heads that OpenAI published for each model, as pairs of layer and head. */
const alignment: Readonly<Record<WhisperModelName, readonly (readonly [number, number])[]>> = {
  'whisper-tiny': [
    [2, 2],
    [3, 0],
    [3, 2],
    [3, 3],
    [3, 4],
    [3, 5],
  ],
  'whisper-base': [
    [3, 1],
    [4, 2],
    [4, 3],
    [4, 7],
    [5, 1],
    [5, 2],
    [5, 4],
    [5, 6],
  ],
  'whisper-small': [
    [5, 3],
    [5, 9],
    [8, 0],
    [8, 4],
    [8, 7],
    [8, 8],
    [9, 0],
    [9, 7],
    [9, 9],
    [10, 5],
  ],
  'whisper-large-v3-turbo': [
    [2, 4],
    [2, 11],
    [3, 3],
    [3, 6],
    [3, 11],
    [3, 14],
  ],
};

export const alignmentHeadsOf = (name: WhisperModelName): AlignmentHead[] =>
  alignment[name].map(([layer, head]) => ({ layer, head }));

/** The layers of each model's decoder, and the vocabulary and size of its table of tokens. */
const decoders: Readonly<Record<WhisperModelName, readonly [layers: number, table: string]>> = {
  'whisper-tiny': [4, '51865 × 384'],
  'whisper-base': [6, '51865 × 512'],
  'whisper-small': [12, '51865 × 768'],
  'whisper-large-v3-turbo': [4, '51866 × 1280'],
};

/** Throws if weights are those of another model, whose alignment heads or languages are others. */
export const assertIsModel = (weights: Weights, name: WhisperModelName): void => {
  const describe = (layers: number, table: string): string =>
    `a decoder of ${layers} layers and a table of ${table} numbers`;
  const own = describe(...decoders[name]);
  const { dims } = tensorOf(weights, 'decoder.embed_tokens.weight');
  const found = describe(layersOf(weights, 'decoder').length, dims.join(' × '));
  if (found !== own)
    throw new Error(`These are not the weights of ${name}. It has ${own}, they have ${found}.`);
};

/** Tokens of all models that are not speech, such as brackets and notes. Special tokens are never produced anyway. */
export const suppressedTokens: readonly number[] = [
  1, 2, 7, 8, 9, 10, 14, 25, 26, 27, 28, 29, 31, 58, 59, 60, 61, 62, 63, 90, 91, 92, 93, 359, 503, 522, 542,
  873, 893, 902, 918, 922, 931, 1350, 1853, 1982, 2460, 2627, 3246, 3253, 3268, 3536, 3846, 3961, 4183, 4667,
  6585, 6647, 7273, 9061, 9383, 10428, 10929, 11938, 12033, 12331, 12562, 13793, 14157, 14635, 15265, 15618,
  16553, 16604, 18362, 18956, 20075, 21675, 22520, 26130, 26161, 26435, 28279, 29464, 31650, 32302, 32470,
  36865, 42863, 47425, 49870, 50254,
];

/** Tokens that cannot begin a text: a space, and the end. */
export const suppressedFirst: readonly number[] = [220, 50_257];
