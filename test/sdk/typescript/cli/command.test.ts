import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { run } from '../../../../sdk/typescript/cli/command.ts';
import { openPrompt } from '../../../../sdk/typescript/cli/prompt.ts';
import { fakeService } from '../../../support/fake-service.ts';
import { fakeTerminal } from '../../../support/fake-terminal.ts';
import { testFolder } from '../../../support/test-folder.ts';

const home = testFolder();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const known = { EARSHOT_BASE_URL: 'https://api.example', EARSHOT_API_KEY: 'es_live_k' };
const command = async (
  args: string,
  variables: Record<string, string> = known,
  { typed = '', signal = new AbortController().signal } = {},
) => {
  const output = fakeTerminal();
  const prompt = () => openPrompt(Readable.from([typed]), new PassThrough());
  const world = { variables, signal, prompt, terminal: output.terminal };
  return { code: await run(args.split(' ').filter(Boolean), world), ...output };
};
const served = () => {
  const service = fakeService();
  vi.stubGlobal('fetch', service.environment.fetch);
  return service;
};
const queueOne = (service: ReturnType<typeof fakeService>, body: object = {}) =>
  service.environment.fetch('https://api.example/v1/transcriptions', {
    method: 'POST',
    body: JSON.stringify(body),
  });

test.each(['', 'help', '--help', 'transcribe -h'])('"%s" prints the help', async (args) => {
  const { code, printed } = await command(args);
  expect([code, printed[0]]).toEqual([0, expect.stringContaining('earshot transcribe FILE|FOLDER|PATTERN…')]);
});

test.each([
  'dance',
  'transcribe',
  'transcribe a.mp3 --colour red',
  'transcribe /no/such/file.mp3',
  'transcribe a.mp3 --model whisper-none',
  'jobs --status lost',
  'jobs --max none',
  'listen',
  'live',
])('"%s" is a wrong call, which is said in one line', async (args) => {
  served();
  const { code, said } = await command(args);
  expect([code, said.length]).toEqual([2, 1]);
});

test('without address and key a command says where they come from', async () => {
  const { code, said } = await command('jobs', { XDG_CONFIG_HOME: join(home, 'none') });
  expect([code, said[0]]).toEqual([2, expect.stringContaining('earshot login')]);
});

test('login keeps a key that works where only the user reads it, and other commands use it', async () => {
  const service = served();
  await queueOne(service);
  const variables = { XDG_CONFIG_HOME: home };
  const { code } = await command('login --base-url https://api.example --api-key es_live_k', variables);
  const path = join(home, 'earshot/config.json');
  expect([code, JSON.parse(readFileSync(path, 'utf8'))]).toEqual([
    0,
    { baseUrl: 'https://api.example', apiKey: 'es_live_k' },
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await command('jobs', variables)).printed).toHaveLength(1);
});

test('a variable without a value counts as unset', async () => {
  await queueOne(served());
  vi.stubEnv('HOME', home);
  const unset = { XDG_CONFIG_HOME: '', EARSHOT_BASE_URL: '', EARSHOT_API_KEY: '' };
  await command('login --base-url https://api.example --api-key es_live_k', unset);
  expect(readdirSync(join(home, '.config/earshot'))).toEqual(['config.json']);
  expect((await command('jobs', unset)).printed).toHaveLength(1);
});

test('login keeps a key where only the user reads it also in a file that others could read', async () => {
  served();
  const path = join(home, 'shared/earshot/config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{}', { mode: 0o644 });
  await command('login --base-url https://api.example --api-key es_live_k', {
    XDG_CONFIG_HOME: join(home, 'shared'),
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(path))).toEqual(['config.json']);
});

test('address and key of the environment come before those that login has kept', async () => {
  const kept = { XDG_CONFIG_HOME: join(home, 'kept') };
  const { requests } = served();
  await command('login --base-url https://kept.example --api-key es_live_kept', kept);
  await command('jobs', { ...kept, ...known });
  const { url, headers } = requests.at(-1) ?? {};
  expect([url?.host, headers?.get('authorization')]).toEqual(['api.example', 'Bearer es_live_k']);
});

test('login takes what no option says from the lines of a pipe, and says what is missing there', async () => {
  served();
  const variables = { XDG_CONFIG_HOME: join(home, 'piped') };
  const { code } = await command('login', variables, { typed: 'https://api.example\nes_live_p\n' });
  expect([code, JSON.parse(readFileSync(join(home, 'piped/earshot/config.json'), 'utf8'))]).toEqual([
    0,
    { baseUrl: 'https://api.example', apiKey: 'es_live_p' },
  ]);
  const { code: refused, said } = await command('login --base-url https://api.example', variables);
  expect([refused, said]).toEqual([2, [expect.stringContaining('API key')]]);
});

test('usage prints a line for each day, key and language, or for each job that was charged', async () => {
  const service = served();
  await queueOne(service);
  expect((await command('usage --start 2026-11-20')).printed).toEqual([
    '2026-11-20  en     k1      2 jobs       1.5 min  $0.007500',
  ]);
  expect(service.requests.at(-1)?.url.search).toBe('?start=2026-11-20');
  expect((await command('usage --charges')).printed).toEqual([
    '2026-11-20 10:01:00  ofq_1       1.5 min  $0.007500  call-42',
  ]);
  const [line] = (await command('usage --charges --json')).printed;
  expect(JSON.parse(line ?? '')).toMatchObject({ transcription_id: 'ofq_1', amount_usd: '0.007500' });
});

test('a day with one job is said to have one', async () => {
  const group = { date: '2026-11-20', key_id: 'k1', language: 'en', jobs: 1 };
  const amounts = { audio_ms: 90_000, amount_usd: '0.007500' };
  vi.stubGlobal('fetch', async () => Response.json({ groups: [{ ...group, ...amounts }] }));
  const { printed } = await command('usage');
  expect(printed).toEqual(['2026-11-20  en     k1       1 job       1.5 min  $0.007500']);
});

test('jobs prints one a line, or as JSON, as many as are asked for', async () => {
  const service = served();
  for (let count = 0; count < 3; count += 1) await queueOne(service, { client_reference_id: 'call-42' });
  expect((await command('jobs --max 2')).printed).toEqual([
    'ofq_3  completed   2026-11-20 10:00:02       1.5 s  en  call-42',
    'ofq_2  completed   2026-11-20 10:00:01       1.5 s  en  call-42',
  ]);
  const { printed } = await command('jobs --json --max 1');
  expect(JSON.parse(printed[0] ?? '')).toMatchObject({ id: 'ofq_3' });
  await command('jobs --status failed --reference call-42');
  expect(service.requests.at(-1)?.url.search).toBe('?limit=20&status=failed&client_reference_id=call-42');
});

test('an error of the service is said in one line, with code 1', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: undefined }, { status: 401 }));
  const { code, said } = await command('jobs');
  expect([code, said]).toEqual([1, ['The service answered 401.']]);
});

test.each([
  ['call.mp3', 0],
  ['broken.mp3', 1],
])(
  'a script learns from the exit code whether a recording failed: of %s it is %i',
  async (name, expected) => {
    served();
    const path = join(home, name);
    writeFileSync(path, 'audio');
    expect((await command(`transcribe ${path}`)).code).toBe(expected);
  },
);

test.each([
  'jobs',
  'usage',
  'usage --charges',
  'listen --forward http://localhost:1',
  'live call.mp3',
  'login --base-url https://api.example --api-key es_live_k',
  'transcribe a.mp3 --model whisper-base',
])('an interrupt ends "%s" with code 130, also while the service does not answer', async (args) => {
  const stop = new AbortController();
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    setTimeout(() => stop.abort());
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new TypeError('fetch failed')));
    });
  });
  const { code } = await command(args, known, { signal: stop.signal });
  expect(code).toBe(130);
});
