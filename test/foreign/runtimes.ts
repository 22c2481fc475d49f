import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from './install-once.ts';

const source = join(import.meta.dirname, 'runtimes');
const folder = join(import.meta.dirname, '../../.local/cache/foreign-runtimes');

/** Installs Bun and Deno once. `npm run setup` does not, because their 194 MB are only needed here. */
export const installRuntimes = (): void =>
  installOnce(folder, join(source, 'package-lock.json'), () => {
    cpSync(source, folder, { recursive: true });
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: folder });
    // Puts the program for this machine in its place. Deno's package finds its program by itself.
    execFileSync(process.execPath, ['install.js'], { cwd: join(folder, 'node_modules/bun') });
  });

/** The command that runs programs in TypeScript. */
export const runtimes: readonly (readonly [name: string, command: readonly [string, ...string[]]])[] = [
  ['Bun', [join(folder, 'node_modules/.bin/bun')]],
  ['Deno', [join(folder, 'node_modules/.bin/deno'), 'run', '--allow-all', '--no-check']],
];
