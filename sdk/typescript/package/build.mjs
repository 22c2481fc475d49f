/** Builds the package into a folder: node build.mjs FOLDER. Needs the TypeScript of the repository. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const folder = import.meta.dirname;
const source = join(folder, '..');
const root = join(source, '../..');
const [, , target] = process.argv;
if (target === undefined) throw new Error('Name the folder: node build.mjs FOLDER');
const built = resolve(target);
const dist = join(built, 'dist');
const copy = mkdtempSync(join(tmpdir(), 'earshot-package-'));

const parts = readdirSync(source).filter((name) => name !== basename(folder));
for (const part of parts) cpSync(join(source, part), join(copy, part), { recursive: true });

// An installed package does not contain lib. Its generated types have the same messages.
for (const name of ['realtime.ts', 'event-order.ts', 'is-refusal.ts']) {
  const file = join(copy, name);
  const code = readFileSync(file, 'utf8');
  writeFileSync(file, code.replace("'#lib/domain/realtime/protocol.ts'", "'./types.ts'"));
}
writeFileSync(
  join(copy, 'tsconfig.json'),
  JSON.stringify({
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      ...{ noEmit: false, incremental: false, declaration: true, rewriteRelativeImportExtensions: true },
      ...{ rootDir: copy, outDir: dist, typeRoots: [join(root, 'node_modules/@types')] },
    },
    include: ['.'],
    exclude: [],
  }),
);
rmSync(dist, { recursive: true, force: true });
writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', copy], { stdio: 'inherit' });
cpSync(join(folder, 'package.json'), join(built, 'package.json'));
cpSync(join(source, 'README.md'), join(built, 'README.md'));
cpSync(join(root, 'LICENSE'), join(built, 'LICENSE'));
rmSync(copy, { recursive: true });
