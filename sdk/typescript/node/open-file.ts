import { openAsBlob } from 'node:fs';

/** The file at a path, without reading it. */
export const openFile = (path: string): Promise<Blob> => openAsBlob(path);
