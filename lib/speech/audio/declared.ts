import type { ByteReader } from './byte-reader.ts';

/**
 * Damage to a file that the decoder does not report. In a `joined` file other recordings follow the first one, which the
 * decoder leaves out or mixes with it.
 */
export type Fault = 'cut off' | 'damaged' | 'joined';

/** The length of a file according to its headers. Live recordings declare none. */
export type DeclaredLength = {
  /** The length of the audio. With a `fault`, the length of the audio before the fault. */
  readonly seconds?: number | undefined;
  /** The share of the declared bytes that is present: 0 to 1. */
  readonly share?: number;
  /** The length in the header is too small: the audio continues after it. */
  readonly continuesPastEnd?: boolean;
  /** The share of the audio that the header covers (0 to 1), for formats whose decoder omits the rest. */
  readonly knownShare?: number;
  /** Some audio is lost, and the decoder skips it without a message. */
  readonly fault?: Fault | undefined;
};

/** How much of the `bytes` is present that should begin at `at`. Sizes that no file can have count as placeholders, like 0. */
export const shareOf = (
  { size }: Pick<ByteReader, 'size'>,
  { at, bytes }: { readonly at: number; readonly bytes: number },
): DeclaredLength => {
  if (bytes === 0 || !Number.isSafeInteger(bytes)) return {};
  return { share: Math.min(1, Math.max(0, size - at) / bytes) };
};
