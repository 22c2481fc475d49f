import { openAsBlob } from 'node:fs';
import { access, constants } from 'node:fs/promises';

/** The file at a path, without reading it. Throws Node's error, which has the path, for a file that cannot be read. */
export const openFile = async (path: string): Promise<Blob> => {
  await access(path, constants.R_OK);
  return openAsBlob(path);
};
