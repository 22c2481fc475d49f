import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inPidNamespace, noNamespaces } from '../support/pid-namespace.ts';
import { kill } from '../support/kill.ts';
import { testFolder } from '../support/test-folder.ts';

let shared = '';
let children: ChildProcess[] = [];
beforeEach(() => {
  shared = testFolder();
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
});

/** Starts a process that holds a scratch folder in the shared temporary folder. */
const hold = async (prefix: readonly string[] = [], rounds = 0) => {
  const script = join(import.meta.dirname, 'hold-scratch.ts');
  const [program, ...args] = [...prefix, process.execPath, script, String(rounds)];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: shared },
  });
  children.push(child);
  const [dir] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The process ended.'))),
  ]);
  return { child, dir: String(dir) };
};

const folders = (): string[] => readdirSync(shared).toSorted();

test('a process in another PID namespace keeps the folders of running processes and removes those of killed ones', async ({
  skip,
}) => {
  if (!inPidNamespace) return skip(noNamespaces);
  const running = await hold();
  const elsewhere = await hold(inPidNamespace);
  expect(existsSync(running.dir)).toBe(true);
  await kill(elsewhere.child);
  const third = await hold(inPidNamespace);
  expect(folders()).toEqual([running.dir, third.dir].map((dir) => basename(dir)).toSorted());
  await kill(running.child);
  await kill(third.child);
  const last = await hold();
  expect(folders()).toEqual([basename(last.dir)]);
});

test('processes that start at the same time do not remove each other’s folders', async () => {
  const holders = await Promise.all(Array.from({ length: 4 }, () => hold([], 100)));
  expect(folders()).toEqual(holders.map(({ dir }) => basename(dir)).toSorted());
});
