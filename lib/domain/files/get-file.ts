import type { Caller } from '#lib/domain/auth/caller.ts';
import { isId } from '#lib/platform/ids.ts';
import { fileRefusal, type FindFile } from './file.ts';
import { type FileView, viewFile } from './file-view.ts';

export type GetFileDeps = {
  readonly findFile: FindFile;
  readonly now: () => Date;
};

/** Reads a file of the caller's project. Throws `not_found`, or `expired`. */
export const getFile = async (deps: GetFileDeps, { tenant }: Caller, id: string): Promise<FileView> => {
  const file = isId('file', id) ? await deps.findFile(tenant, id) : undefined;
  if (!file || new Date(file.expiresAt) <= deps.now()) throw fileRefusal(file);
  return viewFile(file);
};
