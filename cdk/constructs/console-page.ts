import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cachedBuild } from './cached-build.ts';

const repository = join(import.meta.dirname, '../..');

/** The folder with the page that Vite built. */
export const builtPage = (): string =>
  cachedBuild('console', ['console/**'], (folder) => {
    const vite = join(repository, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', 'console', '--outDir', folder, '--logLevel', 'warn'], {
      cwd: repository,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
