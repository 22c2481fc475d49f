import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cachedBuild } from './cached-build.ts';

const runScript = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): void => {
  execFileSync(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
};

/** The folder with the page that Vite built. `statusUrl` is the page about outages to which the console links. */
export const builtPage = (statusUrl = ''): string =>
  cachedBuild(cacheOf(statusUrl), ['console/**'], (folder) => {
    const build = ['build', 'console', '--outDir', folder, '--logLevel', 'warn'];
    runScript(['node_modules/vite/bin/vite.js', ...build], { VITE_STATUS_URL: statusUrl });
  });

/** The cache key covers only the sources, so each `statusUrl` has a cache of its own. */
const cacheOf = (statusUrl: string): string =>
  statusUrl === ''
    ? 'console'
    : `console-${createHash('sha256').update(statusUrl).digest('hex').slice(0, 12)}`;

// The reference is generated from the contracts, which are in many folders of lib.
const sourcesOfDocs = [
  'docs/{guides,site}/**',
  'console/docs/**',
  'console/{api,styles}/**',
  'console/icon.svg',
  'CHANGELOG.md',
  'sdk/**/README.md',
  'lib/**/*.ts',
  'functions/*.ts',
];

/** The folder with the pages and files of the documentation. */
export const builtDocs = (): string =>
  cachedBuild('docs', sourcesOfDocs, (folder) => runScript(['docs/site/build.ts', folder]));

/** The folder with the packages of the clients that the documentation tells readers to install. */
export const builtClients = (): string =>
  cachedBuild('clients', ['sdk/**', 'tsconfig.json'], (folder) =>
    runScript(['sdk/pack.mjs', join(folder, 'docs')]),
  );
