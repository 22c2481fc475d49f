import { openAsBlob } from 'node:fs';
import { access, constants } from 'node:fs/promises';

/** The file at a path, without reading it. If the file cannot be read, throws Node.js's error, which includes the path. */
export const openFile = async (path: string): Promise<Blob> => {
  await access(path, constants.R_OK);
  return openAsBlob(path);
};
