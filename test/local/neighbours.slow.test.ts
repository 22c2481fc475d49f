import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startStack } from '#local/stack.ts';
import { inPidNamespace, noNamespaces } from '../support/pid-namespace.ts';
import { manualClock } from '../support/manual-clock.ts';
import { synthesizeTinyApp } from './tiny-app/app.ts';
import { kill } from '../support/kill.ts';
import { testFolder } from '../support/test-folder.ts';

const root = testFolder();
const assemblyDir = join(root, 'assembly');
beforeAll(() => {
  // All stacks share one temporary folder, like containers with a shared /tmp.
  process.env['TMPDIR'] = root;
  synthesizeTinyApp(assemblyDir);
});

const children: ChildProcess[] = [];
afterEach(() => Promise.all(children.splice(0).map(kill)));

/** Starts the tiny app in a separate process. */
const boot = async (name: string, prefix: readonly string[] = []) => {
  const script = join(import.meta.dirname, 'tiny-app/boot.ts');
  const [program, ...args] = [...prefix, process.execPath, script, assemblyDir, join(root, name)];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [baseUrl] = await once(createInterface(child.stdout), 'line');
  return { child, baseUrl: String(baseUrl) };
};

const askFor = async (url: string) => {
  const answer = await fetch(`${url}/environment`);
  return [answer.status, await answer.json()];
};

const scratchFolders = (): string[] => readdirSync(root).filter((name) => name.startsWith('earshot-stack-'));

test('a stack can still start functions after stacks in other PID namespaces were started and killed', async ({
  skip,
}) => {
  if (!inPidNamespace) return skip(noNamespaces);
  const running = await boot('running');
  const neighbour = await boot('neighbour', inPidNamespace);
  expect(await askFor(running.baseUrl)).toEqual([200, { speechDir: '' }]);
  await kill(neighbour.child);
  await boot('another', inPidNamespace);
  expect(scratchFolders()).toHaveLength(2);
  const post = { method: 'POST', body: 'hello', headers: { 'content-type': 'text/plain' } };
  expect((await fetch(`${running.baseUrl}/messages`, post)).status).toBe(202);
});

test('a stack whose scratch folder was removed answers 500, logs the cause and calls onLost', async () => {
  const { clock, advance } = manualClock(new Date().toISOString());
  const [lines, reasons]: [string[], string[]] = [[], []];
  const stack = await startStack({
    port: 0,
    dataDir: join(root, 'robbed'),
    assemblyDir,
    speechDir: '',
    clock,
    log: (line) => lines.push(line),
    onLost: (reason) => reasons.push(reason),
  });
  try {
    for (const name of scratchFolders()) rmSync(join(root, name), { recursive: true });
    expect(await askFor(stack.baseUrl)).toEqual([500, { message: 'Internal Server Error' }]);
    expect(lines).toEqual([expect.stringMatching(/route.*Runtime\.LaunchError.*ENOENT/)]);
    expect(readFileSync(join(root, 'robbed/logs/functions.log'), 'utf8')).toBe(`${lines[0]}\n`);
    advance(60_000);
    expect(reasons).toEqual([expect.stringContaining('No function can start without it')]);
  } finally {
    await stack.stop();
  }
});
