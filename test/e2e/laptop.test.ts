import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { noSpeech, speechDir } from '../support/local-service.ts';
import { bash, paste } from '../support/paste.ts';
import { inPidNamespace } from '../support/pid-namespace.ts';
import { plainBrowser } from '../support/plain-browser.ts';
import { copyProject } from '../support/project-copy.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { signIn } from '../support/sign-in.ts';
import { kill } from '../support/kill.ts';
import { testFolder } from '../support/test-folder.ts';
import { listen } from '../support/listen.ts';

const root = testFolder();
const project = join(root, 'project');
const scratch = join(root, 'tmp');
const dataDir = join(root, 'data');

/** Runs `npm start` without setup. Resolves when it has printed its instructions. */
const start = async (dir: string, prefix: readonly string[] = []) => {
  const command = [...prefix, process.execPath, 'local/start.ts', '--port', '0', '--data-dir', dir] as const;
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: scratch, EARSHOT_SPEECH_DIR: speechDir },
  });
  children.push(child);
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line === 'Press Ctrl-C to stop Earshot.') return { child, lines, errors };
  }
  throw new Error(`It did not start.\n${errors.join('\n')}`);
};

const children: ChildProcess[] = [];

const ServiceFile = z.object({
  base_url: z.url(),
  api_key: z.string(),
  project_id: z.string(),
  console_url: z.string(),
});
const serviceFile = (dir: string) =>
  ServiceFile.parse(JSON.parse(readFileSync(join(dir, 'service.json'), 'utf8')));

let service: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  mkdirSync(scratch);
  copyProject(project, settingSamples);
  service = await start(dataDir);
});
afterAll(() => Promise.all(children.map(kill)));

const statusOf = async (path: string): Promise<number> => {
  const { base_url, api_key } = serviceFile(dataDir);
  const { status } = await fetch(base_url + path, { headers: { authorization: `Bearer ${api_key}` } });
  return status;
};

test('the service starts with every setting in cdk.json and writes its address into service.json', async () => {
  expect(await statusOf('/v1/capabilities')).toBe(200);
  expect(serviceFile(join(project, '.local'))).toEqual(serviceFile(dataDir));
  const operator = JSON.parse(readFileSync(join(dataDir, 'operator.json'), 'utf8'));
  expect(operator).toMatchObject({
    TABLE_NAME: expect.stringMatching(/./),
    AUDIO_BUCKET: expect.stringMatching(/./),
    RESULTS_BUCKET: expect.stringMatching(/./),
  });
});

// test/local/welcome.slow.test.ts tests other shells.
test.skipIf(noSpeech)('the lines that npm start prints transcribe a recording', async () => {
  const cwd = mkdtempSync(join(root, 'cwd-'));
  const lines = service.lines.filter((line) => /^(GRANT|printf|JOB)/.test(line));
  const { printed } = await paste(bash, lines, { cwd });
  const job = JSON.parse(printed.at(-1) ?? '');
  expect(job).toMatchObject({ status: 'completed', transcript: expect.stringMatching(/best of times/i) });
  expect(readdirSync(cwd)).toEqual([]);
});

test('only the owner may read the data folder', () => {
  const modes = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    // Some files exist only briefly.
    const stats = statSync(join(dataDir, name), { throwIfNoEntry: false });
    return stats === undefined
      ? []
      : `${stats.isDirectory() ? 'folder' : 'file'} ${(stats.mode & 0o777).toString(8)}`;
  });
  expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']));
});

test('the project of the printed key belongs to the first person who signs in', async () => {
  const { base_url, project_id, api_key } = serviceFile(dataDir);
  const projectsOf = async (email: string) => {
    const browser = plainBrowser();
    await signIn(browser, base_url, email);
    const list = async (path: string) => JSON.parse((await browser.ask(base_url + path)).text).data;
    const [organization] = await list('/api/platform/v1/organizations');
    if (!organization) return [];
    const projects = await list(`/api/platform/v1/organizations/${organization.id}/projects`);
    return Promise.all(
      projects.map(async ({ id }: { id: string }) => ({
        id,
        keys: await list(`/api/platform/v1/projects/${id}/api-keys`),
      })),
    );
  };
  expect(await projectsOf('ada@example.com')).toEqual([
    { id: project_id, keys: [expect.objectContaining({ hint: `${api_key.slice(0, 12)}…` })] },
  ]);
  expect(await projectsOf('eve@example.com')).toEqual([]);
});

test('a webhook may go to a program on this machine by http', async () => {
  const { base_url, api_key } = serviceFile(dataDir);
  const delivered = Promise.withResolvers<unknown>();
  const receiver = createServer((incoming, response) => {
    delivered.resolve(incoming.headers['webhook-id']);
    response.writeHead(204).end();
  });
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
    const response = await fetch(base_url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok).toBe(true);
    return response.json();
  };
  const url = `http://localhost:${await listen(receiver)}/hook`;
  const { id } = z.object({ id: z.string() }).parse(await post('/v1/webhooks', { url }));
  await post(`/v1/webhooks/${id}/test`, {});
  expect(await delivered.promise).toMatch(/^evt_/);
  receiver.close();
});

test('a request with a foreign host name is refused, as a protection against DNS rebinding', async () => {
  const { base_url } = serviceFile(dataDir);
  const outgoing = request(`${base_url}/v1/capabilities`, { headers: { host: 'evil.example' } }).end();
  const [answer] = await once(outgoing, 'response');
  answer.resume();
  expect(answer.statusCode).toBe(421);
});

test('a second service does not disturb the first one, also from another PID namespace', async () => {
  const first = serviceFile(dataDir);
  const second = await start(join(root, 'second'), inPidNamespace);
  await expect.poll(() => second.errors.join()).toContain(`are in ${join(root, 'second', 'service.json')}.`);
  expect(serviceFile(join(project, '.local'))).toEqual(first);
  expect(serviceFile(join(root, 'second')).base_url).not.toBe(first.base_url);
  await kill(second.child);
  // This function was not started before.
  expect(await statusOf('/v1/files')).toBe(200);
});

test('a service whose function files were deleted prints so and exits with an error', async () => {
  const ended = once(service.child, 'exit');
  for (const name of readdirSync(scratch))
    rmSync(join(scratch, name), { recursive: true, force: true, maxRetries: 5 });
  expect(await ended).toEqual([1, null]);
  await expect.poll(() => service.errors.join()).toContain('No function can start without it');
});
