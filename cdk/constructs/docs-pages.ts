import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { files, guessed, pages } from '../../docs/site/pages.ts';
import { cachedBuild } from './cached-build.ts';

const repository = join(import.meta.dirname, '../..');

// The reference is generated from the contracts, which are in many folders of lib.
const sources = [
  ...['docs/{guides,site}/**', 'console/docs/**', 'console/{api,styles}/**', 'console/icon.svg'],
  ...['CHANGELOG.md', 'sdk/**/README.md', 'lib/**/*.ts', 'functions/*.ts'],
];

/** The folder with the pages and files of the documentation. */
export const builtDocs = (): string =>
  cachedBuild('docs', sources, (folder) => {
    execFileSync(process.execPath, [join(repository, 'docs/site/build.ts'), folder], {
      cwd: repository,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });

/** The folder with the packages of the clients that the documentation tells readers to install. */
export const builtClients = (): string =>
  cachedBuild('clients', ['sdk/**', 'tsconfig.json'], (folder) => {
    execFileSync(process.execPath, [join(repository, 'sdk/pack.mjs'), join(folder, 'docs')], {
      cwd: repository,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });

/** The addresses of the pages, whose files end in `.html`. */
export const docsPages: readonly string[] = pages.map(({ path }) => path);
/** The addresses of the other files. */
export const docsFiles: readonly string[] = files;
/** The addresses that redirect to others. */
export const docsGuessed: Readonly<Record<string, string>> = guessed;
