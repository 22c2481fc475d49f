/** Writes bits into a buffer of zeros, the highest of a byte first. */
export const bitWriter = (into: Uint8Array) => {
  let at = 0;
  const one = (): void => {
    into[at >> 3] = (into[at >> 3] ?? 0) | (0x80 >> (at & 7));
  };
  return {
    /** As many zeros as `value`, and a one. */
    unary: (value: number): void => {
      at += value;
      one();
      at += 1;
    },
    /** The lowest `count` bits of a value, the highest one first. */
    bits: (value: number, count: number): void => {
      for (let bit = count - 1; bit >= 0; bit -= 1) {
        if ((value >> bit) & 1) one();
        at += 1;
      }
    },
  };
};

/** Reads what a `bitWriter` wrote. Throws after the last bit. */
export const bitReader = (from: Uint8Array) => {
  let at = 0;
  const next = (): number => {
    const byte = from[at >> 3];
    if (byte === undefined) throw new Error('The bits end too soon.');
    const bit = (byte >> (7 - (at & 7))) & 1;
    at += 1;
    return bit;
  };
  return {
    unary: (): number => {
      let zeros = 0;
      while (next() === 0) zeros += 1;
      return zeros;
    },
    bits: (count: number): number => {
      let value = 0;
      for (let bit = 0; bit < count; bit += 1) value = 2 * value + next();
      return value;
    },
  };
};
