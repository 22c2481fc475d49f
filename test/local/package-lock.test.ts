import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const names = z.array(z.string()).optional();
const Locked = z.object({
  integrity: z.string().optional(),
  inBundle: z.boolean().optional(),
  os: names,
  cpu: names,
  libc: names,
});
const file = join(import.meta.dirname, '../../package-lock.json');
const { '': _root, ...packages } = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).packages;

/** The platforms in README.md. */
const machines = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'arm64', libc: undefined },
];

test.each(machines)('npm checks the hash of each package that it installs on $os $cpu', (machine) => {
  const fits = (allowed: readonly string[] | undefined, own: string | undefined) =>
    allowed === undefined || allowed.some((one) => one === own);
  const unchecked = Object.entries(packages).filter(
    ([, { integrity, inBundle, os, cpu, libc }]) =>
      integrity === undefined &&
      !inBundle &&
      fits(os, machine.os) &&
      fits(cpu, machine.cpu) &&
      fits(libc, machine.libc),
  );
  expect(unchecked.map(([name]) => name)).toEqual([]);
});
