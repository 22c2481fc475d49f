import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { enforceMemory } from '#local/lambda/memory.ts';
import { payloadMaxBytes } from '#local/lambda/pool.ts';
import type { FunctionSpec } from '#local/lambda/worker.ts';
import { realPool } from './bundle.ts';
import { isRunning } from './is-running.ts';
import { testFolder } from '../../support/test-folder.ts';

let remove = async () => {};
afterEach(() => remove());

const aFunction = (handler: string, spec?: Partial<FunctionSpec>) => {
  const made = realPool(handler, spec);
  remove = made.remove;
  return made;
};

describe('processes', () => {
  test('a warm process is reused', async () => {
    const { invoke } = aFunction('return process.pid');
    expect(await invoke()).toBe(await invoke());
  });

  test('concurrent events get separate processes up to the limit, and the others wait', async () => {
    const { invoke, scratchDir } = aFunction(
      `const { readdirSync, writeFileSync } = await import('node:fs');
       writeFileSync(event.dir + '/seen-' + process.pid, '');
       const seen = () => readdirSync(event.dir).filter((name) => name.startsWith('seen-'));
       while (seen().length < 2) await new Promise(setImmediate);
       return process.pid`,
      { concurrency: 2 },
    );
    const pids = await Promise.all(Array.from({ length: 4 }, () => invoke({ dir: scratchDir })));
    expect(new Set(pids).size).toBe(2);
  });

  test('compiled code of a function outlives its process', async () => {
    const { pool, invoke, compiledDir } = aFunction('return process.pid');
    await invoke();
    await expect.poll(() => globSync('**/*', { cwd: compiledDir }).length).toBeGreaterThan(0);
    pool.kill();
    expect(await invoke()).toBeGreaterThan(0);
  });

  test('a killed process is replaced', async () => {
    const { pool, invoke } = aFunction('return process.pid');
    const before = await invoke();
    pool.kill();
    expect(await invoke()).not.toBe(before);
  });

  test.each(['SIGABRT', 'SIGSEGV'])(
    'a process that ends with %s fails only its own event',
    async (signal) => {
      const { invoke } = aFunction(
        `if (event.signal) process.kill(process.pid, event.signal);
       await new Promise((resolve) => setTimeout(resolve, 300));
       return 'done'`,
      );
      const [dead, alive] = await Promise.all([invoke({ signal }), invoke()]);
      expect(dead).toMatchObject({
        errorType: 'Runtime.ExitError',
        errorMessage: expect.stringContaining(signal),
      });
      expect(alive).toBe('done');
      expect(await invoke()).toBe('done');
    },
  );

  test('after stop no process starts, and waiting events fail', async () => {
    const { pool, invoke } = aFunction('await new Promise(() => {})', { concurrency: 1 });
    const running = invoke();
    const waiting = invoke();
    await pool.stop();
    expect(await running).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await waiting).toMatchObject({ errorMessage: 'The stack is stopping.' });
    expect(await invoke()).toMatchObject({ errorMessage: 'The stack is stopping.' });
  });

  test('when stop resolves, the log has all output of the processes', async () => {
    const { pool, invoke, logged } = aFunction(
      `for (;;) { console.log('word '.repeat(100)); await new Promise(setImmediate); }`,
    );
    const running = invoke();
    while (logged.length < 100) await setTimeout(10);
    await pool.stop();
    const lines = logged.length;
    await running;
    await setTimeout(100);
    expect(logged.length).toBe(lines);
  });
});

describe('what a handler sees', () => {
  test('a handler only sees the environment variables of its function', async () => {
    const { invoke } = aFunction('return Object.keys(process.env)');
    const names = z.array(z.string()).parse(await invoke());
    const known = [
      'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
      'AWS_LAMBDA_FUNCTION_NAME',
      'NODE_CHANNEL_FD',
      'PWD',
      'TMPDIR',
      '_X_AMZN_TRACE_ID',
    ];
    expect(names.filter((name) => !known.includes(name) && !name.startsWith('NODE_CHANNEL'))).toEqual([]);
  });

  test('a handler gets a context like on Lambda', async () => {
    const { invoke } = aFunction('return { ...context, left: context.getRemainingTimeInMillis() }');
    const context = z
      .object({ left: z.number() })
      .loose()
      .parse(await invoke());
    expect(context).toMatchObject({
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      functionName: 'fn',
      memoryLimitInMB: '128',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:fn',
    });
    expect(context.left).toBeGreaterThan(8000);
    expect(context.left).toBeLessThanOrEqual(10_000);
  });

  test('a handler has its own temporary folder, which is deleted with the process', async () => {
    const { pool, invoke, scratchDir } = aFunction(`
      const { writeFileSync } = await import('node:fs');
      writeFileSync((await import('node:os')).tmpdir() + '/audio', 'x');`);
    await invoke();
    expect(readdirSync(join(scratchDir, readdirSync(scratchDir)[0] ?? ''))).toEqual(['audio']);
    pool.kill();
    await expect.poll(() => readdirSync(scratchDir)).toEqual([]);
  });
});

describe('failures', () => {
  test('an error in the handler has Lambda’s format, and the process stays alive', async () => {
    const { invoke, logged } = aFunction('if (event.bad) throw new TypeError("broken"); return process.pid');
    const before = await invoke();
    expect(await invoke({ bad: true })).toMatchObject({ errorType: 'TypeError', errorMessage: 'broken' });
    expect(await invoke()).toBe(before);
    expect(logged.filter(({ line }) => line.includes('broken'))).toHaveLength(1);
  });

  test('an exit has Lambda’s error format with its status, and the next event gets a new process', async () => {
    const { invoke } = aFunction('if (event.bad) process.exit(3); return "well"');
    expect(await invoke({ bad: true })).toEqual({
      errorType: 'Runtime.ExitError',
      errorMessage: 'Runtime exited with error: exit status 3',
    });
    expect(await invoke()).toBe('well');
  });

  test('a bundle that cannot be loaded is a Runtime.ExitError', async () => {
    const { invoke, logged } = aFunction('}; import "no-such-package"; { ');
    expect(await invoke()).toMatchObject({ errorMessage: 'Runtime exited with error: exit status 1' });
    await expect.poll(() => logged.map(({ line }) => line).join()).toContain('no-such-package');
  });

  test('a process that cannot be started is a logged Runtime.LaunchError, and the next event starts a new one', async () => {
    const { invoke, logged, scratchDir } = aFunction('return "well"');
    renameSync(scratchDir, `${scratchDir}-away`);
    const answer = { errorType: 'Runtime.LaunchError', errorMessage: expect.stringContaining('ENOENT') };
    expect(await Promise.all([invoke(), invoke()])).toEqual([answer, answer]);
    expect(logged.filter(({ line, isError }) => isError && line.includes('ENOENT'))).toHaveLength(2);
    renameSync(`${scratchDir}-away`, scratchDir);
    expect(await invoke()).toBe('well');
  });

  test('a process that the operating system refuses is a Runtime.LaunchError', async () => {
    const { invoke } = aFunction('return "well"', { environment: { TOO_LONG: 'x'.repeat(200_000) } });
    expect(await invoke()).toMatchObject({
      errorType: 'Runtime.LaunchError',
      errorMessage: expect.stringContaining('E2BIG'),
    });
  });

  test('a timeout also ends a busy loop and its child processes', async () => {
    const { invoke, logged } = aFunction(
      `const { spawn } = await import('node:child_process');
       console.log(spawn('sleep', ['600']).pid);
       setTimeout(() => { for (;;); }, 10);
       await new Promise(() => {});`,
      { timeoutMs: 1_000 },
    );
    expect(await invoke()).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: 'Task timed out after 1.00 seconds',
    });
    const pid = (): number => Number(logged.find(({ isError }) => !isError)?.line);
    await expect.poll(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid())).toBe(false);
  });

  test('exceeding the memory size, including buffers, is a Runtime.OutOfMemory', async () => {
    const { pool, invoke } = aFunction(
      'globalThis.buffer = Buffer.alloc(400e6, 1); await new Promise(() => {})',
    );
    const answer = invoke();
    const enforced = async () => {
      await enforceMemory([pool]);
      return pool.busyWorkers().length;
    };
    await expect.poll(enforced).toBe(0);
    expect(await answer).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
  });

  test('an event or a result over 6 MB is an error', async () => {
    const { invoke } = aFunction(`return 'x'.repeat(event.length ?? 0)`);
    expect(await invoke('x'.repeat(payloadMaxBytes))).toMatchObject({
      errorType: 'RequestEntityTooLargeException',
    });
    expect(await invoke({ length: payloadMaxBytes })).toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });
});

test('kill -9 of the stack also ends a function in a busy loop and its child processes', async () => {
  const maker = spawn(process.execPath, [join(import.meta.dirname, 'orphan-maker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: testFolder() },
  });
  const [line] = await once(createInterface(maker.stdout), 'line');
  const pids = z.array(z.number()).length(2).parse(JSON.parse(line));
  expect(pids.map(isRunning)).toEqual([true, true]);
  maker.kill('SIGKILL');
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
});
