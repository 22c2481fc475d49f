import type { ByteReader } from '../byte-reader.ts';
import { readHead, uintOf } from '../opus/ebml.ts';

const ids = { segment: 0x18538067, seekHead: 0x114d9b74, cues: 0x1c53bb6b, padding: 0xec } as const;
const seekIds = { seek: 0x4dbb, id: 0x53ab, position: 0x53ac } as const;
/** A segment whose end is not known. */
const openSegment = Buffer.from('1853806701ffffffffffffff', 'hex');
/** What says where other elements are, and what says nothing. A decoder may find all else damaged, as in the whole file. */
const leftOut: ReadonlySet<number> = new Set([ids.seekHead, ids.cues, ids.padding]);

type Element = {
  readonly id: number;
  readonly from: number;
  readonly contentFrom: number;
  readonly to: number;
};

/** The elements one behind the other, into the segment but not into others. Undefined if one is damaged or goes on behind the end. */
const elementsIn = (bytes: Buffer): Element[] | undefined => {
  const found: Element[] = [];
  for (let from = 0; from < bytes.length;) {
    const head = readHead(bytes, from);
    if (head === undefined || head === 'damaged') return undefined;
    const contentFrom = from + head.headBytes;
    const to = head.id === ids.segment ? contentFrom : contentFrom + head.size;
    if (to > bytes.length) return undefined;
    found.push({ id: head.id, from, contentFrom, to });
    from = to;
  }
  return found;
};

/** What comes before the clusters of a file as the header of a slice. Without positions, because what they name is not in it. */
export const sliceHeader = (before: Buffer): Buffer => {
  const kept = (elementsIn(before) ?? []).filter(({ id }) => !leftOut.has(id));
  return Buffer.concat(
    kept.map(({ id, from, to }) => (id === ids.segment ? openSegment : before.subarray(from, to))),
  );
};

/** Whether all positions of a list name what is there. They count from the content of the segment. */
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

/** Whether what comes before the clusters is whole, with true positions of other elements: a decoder looks for these. */
export const isTrueHeader = async (file: ByteReader, before: Buffer): Promise<boolean> => {
  const elements = elementsIn(before);
  const segment = elements?.find(({ id }) => id === ids.segment);
  for (const { id, contentFrom, to } of elements ?? []) {
    const list = before.subarray(contentFrom, to);
    if (id === ids.seekHead && !(await areTrue(file, list, segment?.contentFrom ?? 0))) return false;
  }
  return segment !== undefined;
};
