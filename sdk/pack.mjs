/** Packs both clients into a folder, as earshot.tgz for npm and earshot-python.tar.gz for pip: node sdk/pack.mjs FOLDER. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [, , target] = process.argv;
if (target === undefined) throw new Error('Name the folder: node sdk/pack.mjs FOLDER');
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'earshot-clients-'));

/** Packs with npm, because its archives of the same files have the same bytes on every system. */
const pack = (source, name) => {
  const args = ['pack', source, '--pack-destination', work, '--json', '--ignore-scripts', '--offline'];
  const [{ filename }] = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  renameSync(join(work, filename), join(folder, name));
};

const typescript = join(work, 'typescript');
execFileSync(process.execPath, [join(import.meta.dirname, 'typescript/package/build.mjs'), typescript]);
pack(typescript, 'earshot.tgz');

const python = join(work, 'python');
for (const part of ['pyproject.toml', 'README.md', 'src'])
  cpSync(join(import.meta.dirname, 'python', part), join(python, part), {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
cpSync(join(import.meta.dirname, '../LICENSE'), join(python, 'LICENSE'));
// Only npm needs this file; pip reads pyproject.toml.
writeFileSync(join(python, 'package.json'), '{"name":"earshot-python","version":"0.0.0"}');
// uv refuses other endings.
pack(python, 'earshot-python.tar.gz');
rmSync(work, { recursive: true });
