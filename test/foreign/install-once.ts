import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Calls `install`, unless it has already filled the folder for exactly this list of packages. */
export const installOnce = (folder: string, list: string, install: () => void): void => {
  const installed = join(folder, basename(list));
  const wanted = readFileSync(list, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  install();
  writeFileSync(installed, wanted);
};
