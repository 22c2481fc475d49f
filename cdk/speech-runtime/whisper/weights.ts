import { createHash } from 'node:crypto';

/** A tensor of a model as published. Its numbers are converted on demand, because all floats of a model would fill the memory. */
export type Tensor = {
  readonly dims: readonly number[];
  readonly values: () => Float32Array;
};

/** The tensors of a Whisper model by their names in Hugging Face's `model.safetensors`, without `model.` at the start. */
export type Weights = ReadonlyMap<string, Tensor>;

/** The tensor with this name. Throws if the model lacks it. */
export const tensorOf = (weights: Weights, name: string): Tensor => {
  const tensor = weights.get(name);
  if (!tensor) throw new Error(`The weights have no ${name}.`);
  return tensor;
};

/**
 * The SHA-256 of the names, shapes and numbers. It is the same for every file format and precision that stores the
 * numbers exactly.
 */
export const digestOf = (weights: Weights): string => {
  const hash = createHash('sha256');
  for (const [name, { dims, values }] of [...weights].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const numbers = values();
    hash.update(`${name} ${dims.join('x')}\n`);
    hash.update(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  }
  return hash.digest('hex');
};

const toFloats = {
  F32: (bytes: Uint8Array<ArrayBuffer>) => new Float32Array(bytes.buffer),
  F16: (bytes: Uint8Array<ArrayBuffer>) => Float32Array.from(new Float16Array(bytes.buffer)),
} as const;

const bytesOf = { F32: 4, F16: 2 } as const;

/** Names of number formats, as safetensors writes them. */
export type Format = keyof typeof toFloats;

/** Reads a tensor from little-endian `bytes`, which may begin anywhere in a file. Throws if the file ends before its end. */
export const readTensor = (dims: readonly number[], format: Format, bytes: Uint8Array): Tensor => {
  const length = dims.reduce((product, dim) => product * dim, bytesOf[format]);
  if (bytes.length !== length)
    throw new Error(`A tensor has ${bytes.length} bytes instead of ${length}. The file is incomplete.`);
  // A copy, because views of numbers must be aligned.
  return { dims, values: () => toFloats[format](Uint8Array.from(bytes)) };
};
