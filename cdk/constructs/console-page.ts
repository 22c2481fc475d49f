import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cachedBuild } from './cached-build.ts';

const repository = join(import.meta.dirname, '../..');

/** The folder with the page that Vite built. `statusUrl` is the page about outages to which the console links. */
export const builtPage = (statusUrl = ''): string =>
  cachedBuild(cacheOf(statusUrl), ['console/**'], (folder) => {
    const vite = join(repository, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', 'console', '--outDir', folder, '--logLevel', 'warn'], {
      cwd: repository,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, VITE_STATUS_URL: statusUrl },
    });
  });

/** The cache key covers only the sources, so each `statusUrl` has a cache of its own. */
const cacheOf = (statusUrl: string): string =>
  statusUrl === ''
    ? 'console'
    : `console-${createHash('sha256').update(statusUrl).digest('hex').slice(0, 12)}`;
