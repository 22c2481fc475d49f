import type { ByteReader } from '../byte-reader.ts';
import { readHead, rootIds, uintOf } from '../opus/ebml.ts';

const ids = { seekHead: 0x114d9b74, cues: 0x1c53bb6b, padding: 0xec } as const;
const seekIds = { seek: 0x4dbb, id: 0x53ab, position: 0x53ac } as const;
/** A segment of unknown length. */
const openSegment = Buffer.from('1853806701ffffffffffffff', 'hex');
/**
 * Elements that hold positions of other elements, or only padding. Everything else stays, because a decoder may find it
 * damaged, as it would in the whole file.
 */
const leftOut: ReadonlySet<number> = new Set([ids.seekHead, ids.cues, ids.padding]);

type Element = {
  readonly id: number;
  readonly from: number;
  readonly contentFrom: number;
  readonly to: number;
};

/**
 * The consecutive elements. Of the elements with children, only the segment is entered. Undefined if an element is
 * damaged or extends past the end.
 */
const elementsIn = (bytes: Buffer): Element[] | undefined => {
  const found: Element[] = [];
  for (let from = 0; from < bytes.length;) {
    const head = readHead(bytes, from);
    if (head === undefined || head === 'damaged') return undefined;
    const contentFrom = from + head.headBytes;
    const to = head.id === rootIds.segment ? contentFrom : contentFrom + head.size;
    if (to > bytes.length) return undefined;
    found.push({ id: head.id, from, contentFrom, to });
    from = to;
  }
  return found;
};

/**
 * Turns the bytes before the clusters of a file into the header of a slice. Drops positions, because the slice lacks
 * what they point to.
 */
export const sliceHeader = (before: Buffer): Buffer => {
  const kept = (elementsIn(before) ?? []).filter(({ id }) => !leftOut.has(id));
  return Buffer.concat(
    kept.map(({ id, from, to }) => (id === rootIds.segment ? openSegment : before.subarray(from, to))),
  );
};

/**
 * Whether every position in a seek list points to the element that it names. Positions count from the start of the
 * segment's content.
 */
const areTrue = async (file: ByteReader, list: Buffer, segmentFrom: number): Promise<boolean> => {
  const seeks = elementsIn(list);
  if (!seeks) return false;
  for (const { id, contentFrom, to } of seeks) {
    const seek = list.subarray(contentFrom, to);
    const [named, position, ...others] = elementsIn(seek) ?? [];
    const isSeek = id === seekIds.seek && named?.id === seekIds.id && position?.id === seekIds.position;
    if (!isSeek || others.length > 0) return false;
    const name = seek.subarray(named.contentFrom, named.to);
    const at = segmentFrom + uintOf(seek, position.contentFrom, position.to);
    if (name.length === 0 || !(await file.at(at, name.length)).equals(name)) return false;
  }
  return true;
};

/**
 * Whether the elements before the clusters are complete, and their positions of other elements are correct: a decoder
 * follows these positions.
 */
export const isTrueHeader = async (file: ByteReader, before: Buffer): Promise<boolean> => {
  const elements = elementsIn(before);
  const segment = elements?.find(({ id }) => id === rootIds.segment);
  for (const { id, contentFrom, to } of elements ?? []) {
    const list = before.subarray(contentFrom, to);
    if (id === ids.seekHead && !(await areTrue(file, list, segment?.contentFrom ?? 0))) return false;
  }
  return segment !== undefined;
};
