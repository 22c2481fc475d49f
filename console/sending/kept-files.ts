import { clear, createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval';

const maxAgeMs = 24 * 60 * 60_000;

let store: UseStore | undefined;
const files = (): UseStore => (store ??= createStore('recordings', 'files'));

const inMemory = new Map<string, File>();

/** Stores a file in the browser's database, from which a reload restores it. Returns its id. */
export const keepFile = (file: File): string => {
  // The id begins with the time, so that old files are found without reading them.
  const id = `${Date.now()}-${crypto.randomUUID()}`;
  inMemory.set(id, file);
  // Without space or storage, the file is only in memory.
  set(id, file, files()).catch(() => {});
  return id;
};

/** The stored file. Undefined if the browser no longer has it. */
export const keptFile = async (id: string): Promise<File | undefined> => {
  const known = inMemory.get(id) ?? (await get<File>(id, files()).catch(() => undefined));
  if (known) inMemory.set(id, known);
  return known;
};

const drop = async (ids: string[]): Promise<void> => {
  for (const id of ids) inMemory.delete(id);
  await delMany(ids, files()).catch(() => {});
};

/** Removes a file in the background, and ignores errors of the browser's storage. */
export const dropFile = (id: string): void => void drop([id]);

/** Drops files that no tab can still need. */
export const dropOldFiles = async (): Promise<void> => {
  const all = await keys<string>(files()).catch((): string[] => []);
  await drop(all.filter((id) => Number.parseInt(id, 10) < Date.now() - maxAgeMs));
};

/** Drops all files, when their owner signs out. */
export const dropFiles = async (): Promise<void> => {
  inMemory.clear();
  await clear(files()).catch(() => {});
};
