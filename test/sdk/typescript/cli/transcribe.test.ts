import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { transcribe, type TranscribeArguments } from '../../../../sdk/typescript/cli/transcribe.ts';
import { UsageError } from '../../../../sdk/typescript/cli/usage-error.ts';
import { Earshot } from '../../../../sdk/typescript/client.ts';
import { fakeService } from '../../../support/fake-service.ts';
import { fakeTerminal } from '../../../support/fake-terminal.ts';
import { testFolder } from '../../../support/test-folder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
  mkdirSync(join(folder, 'monday'));
  for (const name of ['a.mp3', 'b.wav', 'monday/c.OGG', 'notes.md'])
    writeFileSync(join(folder, name), `audio of ${name}`);
});

const start = () => {
  const service = fakeService();
  const run = async (more: Partial<TranscribeArguments> = {}, fetch = service.environment.fetch) => {
    const environment = { ...service.environment, fetch };
    const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
    const output = fakeTerminal();
    const input = {
      paths: [folder],
      formats: [],
      languages: [],
      out: undefined,
      vocabulary: undefined,
      ...more,
    };
    const failed = await transcribe(earshot, { model: undefined, ...input }, output.terminal);
    return { failed, ...output };
  };
  const queued = () =>
    service.requests.filter(({ method, url }) => method === 'POST' && url.pathname === '/v1/transcriptions');
  return { ...service, run, queued };
};

test('a file is transcribed and its text printed', async () => {
  const { run, queued } = start();
  expect((await run({ paths: [join(folder, 'a.mp3')] })).printed).toEqual(['Hello there.']);
  expect(JSON.parse(queued()[0]?.text ?? '')).toEqual({ upload_id: 'upl_a', filename: 'a.mp3' });
});

test('a folder stands for its recordings, and each gets a file of each format beside it', async () => {
  const { run, queued } = start();
  const { said, printed } = await run({ formats: ['srt', 'vtt'] });
  expect(queued()).toHaveLength(3);
  expect(readdirSync(folder).toSorted()).toEqual([
    '.earshot-jobs',
    'a.mp3',
    'a.srt',
    'a.vtt',
    'b.srt',
    'b.vtt',
    'b.wav',
    'monday',
    'notes.md',
  ]);
  expect(readFileSync(join(folder, 'monday/c.srt'), 'utf8')).toMatch(/^srt of ofq_/);
  expect([said.length, printed]).toEqual([6, []]);
});

test('the texts go to the folder that is named', async () => {
  const { run } = start();
  const out = join(folder, 'new/texts');
  await run({ formats: ['txt'], out });
  expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
    ...['.earshot-jobs', 'a.txt', 'b.txt', 'monday', 'monday/c.txt'],
  ]);
});

test('a folder for the texts without a format gets plain texts', async () => {
  const { run } = start();
  const out = join(folder, 'texts');
  const { printed } = await run({ paths: [join(folder, 'a.mp3')], out });
  expect([printed, readFileSync(join(out, 'a.txt'), 'utf8')]).toEqual([[], expect.stringMatching(/^txt of/)]);
});

test('recordings that differ in their extension only get a text each', async () => {
  writeFileSync(join(folder, 'a.wav'), 'another');
  const { run, queued } = start();
  await run({ paths: ['a.mp3', 'a.wav', 'b.wav'].map((name) => join(folder, name)), formats: ['srt'] });
  expect(readdirSync(folder).filter((name) => name.endsWith('.srt'))).toEqual([
    ...['a.mp3.srt', 'a.wav.srt', 'b.srt'],
  ]);
  expect(queued()).toHaveLength(3);
});

test('recordings of one name in two folders are refused where one text would replace the other', async () => {
  writeFileSync(join(folder, 'monday/a.mp3'), 'another');
  const paths = [join(folder, 'a.mp3'), join(folder, 'monday/a.mp3')];
  const { run, queued } = start();
  await expect(run({ paths, out: join(folder, 'texts') })).rejects.toBeInstanceOf(UsageError);
  expect(queued()).toHaveLength(0);
});

test('a pattern that the shell left alone stands for what it matches', async () => {
  const { run, queued } = start();
  await run({ paths: [join(folder, '*.{mp3,wav}')], formats: ['srt'] });
  expect(queued()).toHaveLength(2);
  await expect(run({ paths: [join(folder, '*.flac')] })).rejects.toBeInstanceOf(UsageError);
});

test('the texts of several recordings are printed under their paths', async () => {
  const paths = ['a.mp3', 'b.wav'].map((name) => join(folder, name));
  const { printed } = await start().run({ paths });
  expect(printed.toSorted()).toEqual(paths.map((path) => `==> ${path} <==\nHello there.\n`));
});

test('a folder that cannot be written does not keep the text from being printed', async () => {
  mkdirSync(join(folder, '.earshot-jobs'));
  const { run } = start();
  expect((await run({ paths: [join(folder, 'a.mp3')] })).printed).toEqual(['Hello there.']);
});

test('the same command again leaves the texts that exist, says so and queues nothing', async () => {
  const { run, queued, requests } = start();
  await run({ formats: ['srt', 'vtt'] });
  const before = requests.length;
  const { said } = await run({ formats: ['srt', 'vtt'], languages: ['de'] });
  expect([queued().length, requests.length]).toEqual([3, before]);
  const texts = ['a.srt', 'b.srt', 'monday/c.srt'].map((name) => join(folder, name));
  // Two recordings are checked concurrently, so either may be reported first.
  expect(said.toSorted()).toEqual(texts.map((text) => expect.stringContaining(`${text} exists`)));
});

test('a run that was cut waits for the jobs that it had queued', async () => {
  const { run, queued } = start();
  await run({ formats: ['srt'] });
  rmSync(join(folder, 'a.srt'));
  await run({ formats: ['srt'] });
  expect([queued().length, readFileSync(join(folder, 'a.srt'), 'utf8')]).toEqual([
    3,
    expect.stringMatching(/^srt of/),
  ]);
});

test('a run that was cut while it queued a job finds that job by the same key', async () => {
  const { environment, run, queued } = start();
  const paths = [join(folder, 'a.mp3')];
  const { fetch } = environment;
  const loses: typeof fetch = async (...sent) => {
    const answer = await fetch(...sent);
    if (queued().length > 0) throw new DOMException('The run was cut.', 'AbortError');
    return answer;
  };
  await expect(run({ paths }, loses)).rejects.toThrow('No answer from api.example.');
  const keysBefore = new Set(queued().map(({ headers }) => headers.get('idempotency-key')));
  await run({ paths });
  const keys = new Set(queued().map(({ headers }) => headers.get('idempotency-key')));
  expect([keysBefore.size, keys]).toEqual([1, keysBefore]);
});

test('a recording that changed, or other options, make a new job', async () => {
  const { run, queued } = start();
  const paths = [join(folder, 'a.mp3')];
  await run({ paths, formats: ['srt'] });
  utimesSync(join(folder, 'a.mp3'), new Date(), new Date(Date.now() + 60_000));
  await run({ paths, formats: ['srt'] });
  await run({ paths, languages: ['de'] });
  expect(queued()).toHaveLength(3);
});

test('a job that failed, was canceled or was deleted is queued again', async () => {
  const { run, queued, jobs } = start();
  const paths = [join(folder, 'a.mp3')];
  const changes = [{ status: 'failed' }, { status: 'canceled' }, { deleted_at: '2026-11-20T11:00:00.000Z' }];
  for (const change of changes) {
    await run({ paths });
    Object.assign(jobs[0] ?? {}, change);
  }
  await run({ paths });
  expect(queued()).toHaveLength(4);
});

test('languages, terms and model are sent', async () => {
  const vocabulary = join(folder, 'terms.txt');
  writeFileSync(vocabulary, 'Earshot\r\n\n  Two Cities \n');
  const { run, queued } = start();
  await run({ paths: [join(folder, 'b.wav')], languages: ['en', 'de'], vocabulary, model: 'whisper-base' });
  expect(JSON.parse(queued()[0]?.text ?? '')).toMatchObject({
    language_hints: ['en', 'de'],
    custom_vocabulary: ['Earshot', 'Two Cities'],
    model: 'whisper-base',
  });
});

test('recordings that fail or are refused are counted and named, and the others are transcribed', async () => {
  writeFileSync(join(folder, 'broken.mp3'), 'no audio');
  writeFileSync(join(folder, 'all-day.mp3'), 'too large');
  const { run } = start();
  const { failed, said } = await run({ paths: [join(folder, 'notes.md'), folder], formats: ['srt'] });
  expect(failed).toBe(3);
  expect(said).toContainEqual(`${join(folder, 'notes.md')}: This is no audio.`);
  expect(said).toContainEqual(`${join(folder, 'broken.mp3')}: It cannot be read.`);
  expect(said).toContainEqual(`${join(folder, 'all-day.mp3')}: EntityTooLarge: Too large.`);
  expect(readdirSync(folder).filter((name) => name.endsWith('.srt'))).toEqual(['a.srt', 'b.srt']);
});

test('an option that is refused ends the run, as it would be refused for every recording', async () => {
  const { run, queued } = start();
  await expect(run({ formats: ['srt'], languages: ['xx'] })).rejects.toThrow('Nobody speaks this.');
  expect(queued().length).toBeLessThanOrEqual(2);
});

test.each([['nothing.mp3'], ['empty']])('%s is refused, as there is no recording', async (name) => {
  mkdirSync(join(folder, 'empty'));
  await expect(start().run({ paths: [join(folder, name)] })).rejects.toBeInstanceOf(UsageError);
});
