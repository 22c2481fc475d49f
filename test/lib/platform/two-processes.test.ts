import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTwoProcesses } from '#lib/platform/two-processes.ts';
import { lambdaContext } from '../../support/http-event.ts';
import type { Task } from '../../support/second-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-two-'));
const file = join(folder, 'second.json');
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(file, { force: true }));

const program = join(import.meta.dirname, '../../support/second-process.ts');
let first: () => Promise<void> = async () => {};
let handle: Awaited<ReturnType<typeof inTwoProcesses<Task>>>;
beforeAll(async () => {
  handle = await inTwoProcesses<Task>(program, async () => () => first());
});
beforeEach(() => {
  first = async () => {};
});

const both = (task: Omit<Task, 'file'> = {}) => handle({ file, ...task }, lambdaContext);
const writtenBySecond = (): { pid: number; awsRequestId: string; leftMs: number } =>
  JSON.parse(readFileSync(file, 'utf8'));

test('each of two processes handles an event, and knows its invocation and the time that is left', async () => {
  let calls = 0;
  first = async () => {
    calls += 1;
  };
  await both();
  expect(calls).toBe(1);
  const second = writtenBySecond();
  expect(second.pid).not.toBe(process.pid);
  expect(second.awsRequestId).toBe(lambdaContext.awsRequestId);
  expect(second.leftMs).toBeGreaterThan(0);
  expect(second.leftMs).toBeLessThanOrEqual(lambdaContext.getRemainingTimeInMillis());
});

test('an invocation whose first process failed ends when the second is done, too', async () => {
  first = async () => {
    throw new Error('No memory.');
  };
  await expect(both({ delayMs: 300 })).rejects.toThrow('No memory.');
  expect(existsSync(file)).toBe(true);
});

test('an invocation fails with the error of the second process', async () => {
  await expect(both({ end: 'fail' })).rejects.toThrow('The engine failed.');
});

test('an invocation fails when the second process ends, and the next one has another', async () => {
  await both();
  const before = writtenBySecond().pid;
  await expect(both({ end: 'exit' })).rejects.toThrow('The second process ended: exit status 7.');
  await both();
  expect(writtenBySecond().pid).not.toBe(before);
});
