import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const run = promisify(execFile);

/** The packages of the runtime, with the SHA-512 of their tarballs as in package-lock.json. */
export const packages = {
  '@moonshine-ai/moonshine-js@0.1.29':
    'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
  '@ricky0123/vad-web@0.0.31':
    'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
  'onnxruntime-node@1.30.0':
    'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
  'onnxruntime-common@1.30.0':
    'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
} as const;

type PackageName = keyof typeof packages;

const Packed = z.tuple([z.object({ filename: z.string() })]);

/** Unpacks a package of the runtime below `dir`. Returns the folder. */
export const unpack = (name: PackageName, dir: string): Promise<string> =>
  unpackPinned(name, packages[name], dir);

/** Downloads a package with npm, checks its integrity and unpacks it below `dir`. Returns the folder. */
export const unpackPinned = async (name: string, pinned: string, dir: string): Promise<string> => {
  const npm = ['pack', name, '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${dir}`];
  const { stdout } = await run('npm', npm, { cwd: dir, maxBuffer: 16 * 1024 * 1024 });
  const [{ filename }] = Packed.parse(JSON.parse(stdout));
  const tarball = join(dir, basename(filename));
  const hash = createHash('sha512').update(await readFile(tarball));
  const integrity = `sha512-${hash.digest('base64')}`;
  if (integrity !== pinned)
    throw new Error(`${name} does not match its pinned integrity. Its integrity is ${integrity}.`);
  const folder = tarball.replace(/\.tgz$/, '');
  await mkdir(folder);
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  return folder;
};
