const maxBits = 16;

/** Writes bits into a buffer, the highest bit of a byte first. */
export const bitWriter = (into: Uint8Array) => {
  let at = 0;
  let held = 0;
  let count = 0;
  /** Writes the lowest `width` bits of a value, at most 16. */
  const bits = (value: number, width: number): void => {
    held = (held << width) | (value & ((1 << width) - 1));
    for (count += width; count >= 8; count -= 8) {
      into[at] = held >>> (count - 8);
      at += 1;
      held &= (1 << (count - 8)) - 1;
    }
  };
  return {
    bits,
    /** Writes `value` zeros and a one. */
    unary: (value: number): void => {
      let zeros = value;
      for (; zeros >= maxBits; zeros -= maxBits) bits(0, maxBits);
      bits(1, zeros + 1);
    },
    /** Writes the last bits, with zeros up to a whole byte. */
    end: (): void => bits(0, (8 - count) % 8),
  };
};

/** Reads bits that a `bitWriter` wrote. Throws after the last bit. */
export const bitReader = (from: Uint8Array) => {
  let at = 0;
  let held = 0;
  let count = 0;
  const nextByte = (): number => {
    const byte = from[at];
    if (byte === undefined) throw new Error('The bits end too soon.');
    at += 1;
    return byte;
  };
  return {
    bits: (width: number): number => {
      for (; count < width; count += 8) held = (held << 8) | nextByte();
      count -= width;
      const value = held >>> count;
      held &= (1 << count) - 1;
      return value;
    },
    unary: (): number => {
      let zeros = 0;
      for (; held === 0; held = nextByte()) {
        zeros += count;
        count = 8;
      }
      const width = 32 - Math.clz32(held);
      zeros += count - width;
      count = width - 1;
      held &= (1 << count) - 1;
      return zeros;
    },
  };
};
