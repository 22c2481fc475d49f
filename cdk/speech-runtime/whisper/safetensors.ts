import * as z from 'zod';
import { readTensor, type Weights } from './weights.ts';

const offset = z.int().nonnegative();

/** The header's entry for one tensor. The offsets count from the end of the header. */
const Entry = z.object({
  dtype: z.enum(['F32', 'F16'], 'Only weights in F32 or F16 can be read.'),
  shape: z.array(offset),
  data_offsets: z.tuple([offset, offset]),
});

const lengthBytes = 8;
const prefix = 'model.';

/** Reads a `model.safetensors`: the length of the header (uint64, little endian), the header in JSON, then the numbers. */
export const readSafetensors = (file: Buffer): Weights => {
  const dataAt = lengthBytes + Number(file.readBigUInt64LE());
  const header = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(file.toString('utf8', lengthBytes, dataAt)));
  const names = Object.keys(header).filter((name) => name.startsWith(prefix));
  return new Map(
    names.map((name) => {
      const { dtype, shape, data_offsets } = Entry.parse(header[name]);
      const [start, end] = data_offsets;
      const bytes = file.subarray(dataAt + start, dataAt + end);
      return [name.slice(prefix.length), readTensor(shape, dtype, bytes)];
    }),
  );
};
