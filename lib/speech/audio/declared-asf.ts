import { asfHeadBytes, asfIds, asfObject, asfObjects } from './asf-objects.ts';
import type { ByteReader } from './byte-reader.ts';
import { type DeclaredLength, shareOf } from './declared.ts';

/** The length that an ASF file declares, which begins at `start`. Its data object follows its header object. */
export const declaredByAsf = async (file: ByteReader, start: number): Promise<DeclaredLength> => {
  const header = await asfObject(file, start);
  if (!header) return {};
  const at = start + header.bytes;
  if (at > file.size) return { share: file.size / at };
  const data = await asfObject(file, at);
  if (data?.id !== asfIds.data) return {};
  const isJoined = data.bytes > 0 && (await hasHeaderAfter(file, at + data.bytes));
  return isJoined ? { fault: 'joined' } : shareOf(file, { at, bytes: data.bytes });
};

/** Whether another file follows. The indexes of the first one come before it. */
const hasHeaderAfter = async (file: ByteReader, at: number): Promise<boolean> => {
  for await (const { id, bytes } of asfObjects(file, at)) {
    if (bytes < asfHeadBytes) return false;
    if (id === asfIds.header) return true;
  }
  return false;
};
