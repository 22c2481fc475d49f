import fc from 'fast-check';

/** The file cut off anywhere, and with up to five changed bytes, some of them near its beginning. */
export const anyDamage = (file: Buffer): fc.Arbitrary<Buffer> => {
  const at = fc.oneof(fc.nat(200), fc.nat(file.length - 1));
  const changes = fc.array(fc.tuple(at, fc.nat(255)), { maxLength: 5 });
  return fc.tuple(changes, fc.integer({ min: 1, max: file.length })).map(([bytes, end]) => {
    const damaged = Buffer.from(file);
    for (const [place, value] of bytes) damaged.writeUInt8(value, place);
    return damaged.subarray(0, end);
  });
};
