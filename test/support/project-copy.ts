import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const left = new Set(['node_modules', '.git', '.local', 'bench', 'build', 'cdk.out', 'test']);

/** The caches of what CDK builds from the sources. Global setup has filled them. */
const builds = ['bundles', 'clients', 'docs'];

/** Copies the project to `dir`, with links to its packages and builds, and with these settings in cdk.json. */
export const copyProject = (dir: string, settings: object): void => {
  mkdirSync(dir);
  for (const name of readdirSync(root).filter((one) => !left.has(one)))
    cpSync(join(root, name), join(dir, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  mkdirSync(join(dir, '.local'));
  for (const name of builds) symlinkSync(join(root, '.local', name), join(dir, '.local', name));
  writeFileSync(join(dir, 'cdk.json'), JSON.stringify({ app: 'node cdk/app.ts', context: settings }));
};
