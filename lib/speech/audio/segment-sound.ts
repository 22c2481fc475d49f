import type { ByteReader } from './byte-reader.ts';
import { audioType, childrenOf, headAt, trackIds, uintOf } from './opus/ebml.ts';

const ids = { ...trackIds, sound: 0xe1 } as const;

/** The list of tracks comes before the first cluster, behind a few other elements. The limits bound the work on a hostile file. */
const maxElements = 8;
const maxTracksBytes = 16 * 1024;

const tracksIn = async (file: ByteReader, from: number): Promise<Buffer | undefined> => {
  let at = from;
  for (let seen = 0; seen < maxElements; seen += 1) {
    const head = await headAt(file, at);
    if (!head) return undefined;
    const { id, headBytes, size } = head;
    if (id === ids.tracks) return size > maxTracksBytes ? undefined : file.at(at + headBytes, size);
    at += headBytes + size;
  }
  return undefined;
};

const hex = (contents: readonly Uint8Array[] = []): string =>
  contents.map((content) => Buffer.from(content).toString('hex')).join();

/**
 * The number, codec and settings of the first audio track of a Matroska segment whose content begins at `from`, as a text to
 * compare. Undefined if they are not found.
 */
export const soundOf = async (file: ByteReader, from: number): Promise<string | undefined> => {
  const tracks = await tracksIn(file, from);
  const entries = tracks ? (childrenOf(tracks).get(ids.entry) ?? []).map(childrenOf) : [];
  const entry = entries.find((one) => one.get(ids.type)?.some((type) => uintOf(type) === audioType));
  if (!entry) return undefined;
  const number = entry.get(ids.number)?.map((content) => uintOf(content));
  const codec = hex(entry.get(ids.codec));
  // Packets of Opus tell their own settings.
  const isOpus = codec.startsWith(Buffer.from('A_OPUS').toString('hex'));
  const settings = isOpus ? [ids.encodings] : [ids.encodings, ids.setup, ids.sound];
  return [number, codec, ...settings.map((id) => hex(entry.get(id)))].join(' ');
};
