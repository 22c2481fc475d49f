/**
 * The part of the protobuf wire format needed to change a message without its schema. A message is a list of fields, and
 * unchanged fields are copied byte for byte.
 */
export type Field = { readonly number: number; readonly wire: number; readonly bytes: Uint8Array };

const varintWire = 0;
const fixed64Wire = 1;
const bytesWire = 2;
const fixed32Wire = 5;

/** The number at `from`, and the position after it. */
const readVarint = (bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } => {
  let value = 0;
  for (let at = from, scale = 1; ; at += 1, scale *= 128) {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('The protobuf message ends inside a number');
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: at + 1 };
  }
};

/** The number at the beginning of `bytes`. */
export const decodeVarint = (bytes: Uint8Array): number => readVarint(bytes, 0).value;

/** The fields of a message in order. `bytes` is the content of a length-delimited field, or the raw value of any other field. */
export const decodeFields = (message: Uint8Array): Field[] => {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    const { value, end } = readVarint(message, at);
    at = end;
    return value;
  };
  while (at < message.length) {
    const key = varint();
    const wire = key % 8;
    let start = at;
    if (wire === varintWire) varint();
    else if (wire === fixed64Wire) at += 8;
    else if (wire === fixed32Wire) at += 4;
    else if (wire === bytesWire) {
      const length = varint();
      start = at;
      at += length;
    } else throw new Error(`Unknown protobuf wire type ${wire}`);
    if (at > message.length) throw new Error('The protobuf message ends inside a field');
    fields.push({ number: Math.floor(key / 8), wire, bytes: message.subarray(start, at) });
  }
  return fields;
};

/** The inverse of `decodeFields`. */
export const encodeFields = (fields: readonly Field[]): Uint8Array =>
  Buffer.concat(
    fields.flatMap(({ number, wire, bytes }) => {
      const key = varintBytes(number * 8 + wire);
      return wire === bytesWire ? [key, varintBytes(bytes.length), bytes] : [key, bytes];
    }),
  );

export const bytesField = (number: number, content: Uint8Array | string): Field => ({
  number,
  wire: bytesWire,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});

/** The key and the length of a field. Write the `length` bytes of the field after it. */
export const lengthField = (number: number, length: number): Uint8Array =>
  Buffer.concat([varintBytes(number * 8 + bytesWire), varintBytes(length)]);

export const intField = (number: number, value: number): Field => ({
  number,
  wire: varintWire,
  bytes: varintBytes(value),
});

const varintBytes = (value: number): Uint8Array => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
};
