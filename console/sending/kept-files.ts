import { clear, createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';

const maxAgeMs = 24 * 60 * 60_000;

let store: UseStore | undefined;

/** Resolves to undefined if the browser keeps no data of sites, or has no space left. */
const inStore = async <Value>(act: (files: UseStore) => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await act((store ??= createStore('recordings', 'files')));
  } catch {
    return undefined;
  }
};

const inMemory = new Map<string, File>();

/** Stores a file in the browser's database, from which a reload restores it. Returns its id. */
export const keepFile = (file: File): string => {
  // The id begins with the time, so that old files are found without reading them.
  const id = `${Date.now()}-${crypto.randomUUID()}`;
  inMemory.set(id, file);
  // Without storage, the file is only in memory.
  void inStore((files) => set(id, file, files));
  return id;
};

/** The stored file. Undefined if the browser no longer has it. */
export const keptFile = async (id: string): Promise<File | undefined> => {
  const known = inMemory.get(id) ?? (await inStore((files) => get<File>(id, files)));
  if (known) inMemory.set(id, known);
  return known;
};

const drop = async (ids: string[]): Promise<void> => {
  for (const id of ids) inMemory.delete(id);
  await inStore((files) => delMany(ids, files));
};

/** Removes a file in the background, and ignores errors of the browser's storage. */
export const dropFile = (id: string): void => void drop([id]);

/** Drops files that no tab can still need. */
export const dropOldFiles = async (): Promise<void> => {
  const all = await inStore((files) => keys<string>(files));
  await drop((all ?? []).filter((id) => Number.parseInt(id, 10) < Date.now() - maxAgeMs));
};

/** Drops all files, when their owner signs out. */
export const dropFiles = async (): Promise<void> => {
  inMemory.clear();
  await inStore((files) => clear(files));
};
