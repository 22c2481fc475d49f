import type { ByteReader } from '../byte-reader.ts';

/** An EBML number (RFC 8794) of 1 to 8 bytes. Its first byte gives its length. */
type EbmlNumber = {
  /** Infinity if all bits are set, which means "unknown". */
  readonly value: number;
  readonly bytes: number;
};

/** The identifier and the length of an element. */
export type ElementHead = {
  readonly id: number;
  /** Infinity if the writer did not know it. */
  readonly size: number;
  /** The length of the head itself. */
  readonly headBytes: number;
};

/** The identifiers of the two elements of a Matroska file. */
export const rootIds = { header: 0x1a45dfa3, segment: 0x18538067 } as const;

/** The identifiers of the list of tracks and of what describes a track. */
export const trackIds = {
  tracks: 0x1654ae6b,
  entry: 0xae,
  number: 0xd7,
  type: 0x83,
  codec: 0x86,
  setup: 0x63a2,
  encodings: 0x6d80,
} as const;
/** The `type` of an audio track. */
export const audioType = 2;

const maxIdBytes = 4;
const maxNumberBytes = 8;
/** The longest head of an element. */
const maxHeadBytes = maxIdBytes + maxNumberBytes;

/** The length of a number, given its first byte; 9 if the byte is invalid. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

/** A big-endian number from `start` to before `end`, exact below 2^53. */
export const uintOf = (bytes: Uint8Array, start = 0, end = bytes.length): number => {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
};

/** Reads the number at `at`. Undefined if some of its bytes are missing, 'damaged' if its first byte is invalid. */
export const readNumber = (bytes: Uint8Array, at = 0): EbmlNumber | 'damaged' | undefined => {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const width = widthOf(first);
  if (width > maxNumberBytes) return 'damaged';
  if (bytes.length < at + width) return undefined;
  const marker = 2 ** (8 - width);
  let value = first % marker;
  let isUnknown = value === marker - 1;
  // Slicing the bytes would take most of the time, because a file has a million packets.
  for (let next = at + 1; next < at + width; next += 1) {
    const byte = bytes[next] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 255;
  }
  return { value: isUnknown ? Infinity : value, bytes: width };
};

/** Reads the head of an element at `at`. Undefined if some of its bytes are missing, 'damaged' if it is invalid. */
export const readHead = (bytes: Uint8Array, at = 0): ElementHead | 'damaged' | undefined => {
  const first = bytes[at];
  if (first === undefined) return undefined;
  const idBytes = widthOf(first);
  if (idBytes > maxIdBytes) return 'damaged';
  const size = readNumber(bytes, at + idBytes);
  if (size === undefined || size === 'damaged') return size;
  return { id: uintOf(bytes, at, at + idBytes), size: size.value, headBytes: idBytes + size.bytes };
};

/** Reads the head of the element at a position of a file. Undefined if there is none. */
export const headAt = async (file: ByteReader, at: number): Promise<ElementHead | undefined> => {
  const head = readHead(await file.at(at, maxHeadBytes));
  return head === 'damaged' ? undefined : head;
};

/** The contents of the child elements, by identifier, up to the first damaged one. */
export const childrenOf = (content: Uint8Array): Map<number, Uint8Array[]> => {
  const children = new Map<number, Uint8Array[]>();
  for (let rest = content; ;) {
    const head = readHead(rest);
    if (head === undefined || head === 'damaged') return children;
    const end = head.headBytes + head.size;
    if (end > rest.length) return children;
    const siblings = children.get(head.id) ?? [];
    siblings.push(rest.subarray(head.headBytes, end));
    children.set(head.id, siblings);
    rest = rest.subarray(end);
  }
};
