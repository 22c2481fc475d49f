import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Atomically writes a JSON file that only its owner may read. It survives a power cut. */
export const writePrivate = (file: string, content: object): void =>
  writePrivateText(file, `${JSON.stringify(content, null, 2)}\n`);

/** Atomically writes a text file that only its owner may read. It survives a power cut. */
export const writePrivateText = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  // The new name is content of the folder.
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};
