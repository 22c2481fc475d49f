/** The newest samples of a stream. Positions are samples from its start. */
export type AudioTail = {
  /** The position after the newest sample. */
  readonly end: number;
  append(pcm: Int16Array): void;
  /** The available samples from `from` to `to`. Valid until the next call of `append` or `dropBefore`. */
  slice(from: number, to: number): Int16Array;
  dropBefore(position: number): void;
};

const initialSamples = 2 ** 19;

/** Creates an empty tail whose first sample will be at `start`. */
export const audioTail = (start: number): AudioTail => {
  let buffer = new Int16Array(initialSamples);
  let first = start;
  let length = 0;
  return {
    get end() {
      return first + length;
    },
    append(pcm) {
      if (length + pcm.length > buffer.length) {
        const larger = new Int16Array(2 * (length + pcm.length));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(pcm, length);
      length += pcm.length;
    },
    slice: (from, to) =>
      buffer.subarray(Math.max(0, from - first), Math.max(0, Math.min(length, to - first))),
    dropBefore(position) {
      const dropped = Math.max(0, Math.min(length, position - first));
      buffer.copyWithin(0, dropped, length);
      first += dropped;
      length -= dropped;
    },
  };
};
