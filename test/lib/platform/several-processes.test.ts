import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inProcesses } from '#lib/platform/several-processes.ts';
import { lambdaContext } from '../../support/http-event.ts';
import type { Task } from '../../support/other-process.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const file = join(folder, 'others.jsonl');
beforeEach(() => rmSync(file, { force: true }));

const program = join(import.meta.dirname, '../../support/other-process.ts');
let first: () => Promise<void> = async () => {};
let handle: Awaited<ReturnType<typeof inProcesses<Task>>>;
beforeAll(async () => {
  handle = await inProcesses<Task>({ file: program, count: 3 }, async () => () => first());
});
beforeEach(() => {
  first = async () => {};
});

const all = (task: Omit<Task, 'file'> = {}) => handle({ file, ...task }, lambdaContext);
const writtenByOthers = (): { pid: number; awsRequestId: string; leftMs: number }[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const pidsOfOthers = (): number[] => writtenByOthers().map(({ pid }) => pid);

test('each of three processes handles an event, and knows its invocation and the time that is left', async () => {
  let calls = 0;
  first = async () => {
    calls += 1;
  };
  await all();
  expect(calls).toBe(1);
  expect(new Set([process.pid, ...pidsOfOthers()]).size).toBe(3);
  for (const other of writtenByOthers()) {
    expect(other.awsRequestId).toBe(lambdaContext.awsRequestId);
    expect(other.leftMs).toBeGreaterThan(0);
    expect(other.leftMs).toBeLessThanOrEqual(lambdaContext.getRemainingTimeInMillis());
  }
});

test('an invocation whose first process failed ends when the others are done, too', async () => {
  first = async () => {
    throw new Error('No memory.');
  };
  await expect(all({ delayMs: 300 })).rejects.toThrow('No memory.');
  expect(pidsOfOthers().length).toBe(2);
});

test('an invocation fails with the error of another process', async () => {
  await expect(all({ end: 'fail' })).rejects.toThrow('The engine failed.');
});

test('an invocation fails when a process ends, and the next one has another', async () => {
  await all();
  const before = pidsOfOthers();
  await expect(all({ end: 'exit' })).rejects.toThrow('A process of the function ended: exit status 7.');
  await all();
  expect(new Set([...before, ...pidsOfOthers()]).size).toBe(4);
});

test('a process that the kernel killed between two invocations, as for want of memory, is replaced', async () => {
  await all();
  const before = pidsOfOthers();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  const isAlive = (pid: number) => process.kill(pid, 0);
  for (const pid of before)
    await vi.waitFor(() => expect(() => isAlive(pid)).toThrow('ESRCH'), { interval: 5 });
  await all();
  expect(new Set([...before, ...pidsOfOthers()]).size).toBe(4);
});
