import { renameSync, writeFileSync } from 'node:fs';

/** Atomically writes a JSON file that only its owner may read. */
export const writePrivate = (file: string, content: object): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
