/** Gives memory for so many floats, each time the same: good until the next call. */
export type FloatSpace = (length: number) => Float32Array<ArrayBuffer>;

/** Grows to the most that was ever asked of it. New memory for each step of a model would be gigabytes a minute. */
export function floatSpace(): FloatSpace {
  let space = new Float32Array();
  return (length) => {
    if (space.length < length) space = new Float32Array(2 ** Math.ceil(Math.log2(length)));
    return space.subarray(0, length);
  };
}
