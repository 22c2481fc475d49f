import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transcribe, type TranscribeArguments } from '../../../../sdk/typescript/cli/transcribe.ts';
import { UsageError } from '../../../../sdk/typescript/cli/usage-error.ts';
import { Earshot } from '../../../../sdk/typescript/client.ts';
import { fakeService } from '../../../support/fake-service.ts';
import { fakeTerminal } from '../../../support/fake-terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
  mkdirSync(join(folder, 'monday'));
  for (const name of ['a.mp3', 'b.wav', 'monday/c.OGG', 'notes.md'])
    writeFileSync(join(folder, name), `audio of ${name}`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = () => {
  const service = fakeService();
  const { environment } = service;
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  const run = async (more: Partial<TranscribeArguments> = {}) => {
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
  expect(readdirSync(out).toSorted()).toEqual(['.earshot-jobs', 'a.txt', 'b.txt', 'c.txt']);
});

test('the same command again leaves the texts that exist and queues nothing', async () => {
  const { run, queued, requests } = start();
  await run({ formats: ['srt'] });
  const before = requests.length;
  await run({ formats: ['srt'] });
  expect([queued().length, requests.length]).toEqual([3, before]);
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

test('a recording that changed, or other options, make a new job', async () => {
  const { run, queued } = start();
  const paths = [join(folder, 'a.mp3')];
  await run({ paths, formats: ['srt'] });
  utimesSync(join(folder, 'a.mp3'), new Date(), new Date(Date.now() + 60_000));
  await run({ paths, formats: ['srt'] });
  await run({ paths, languages: ['de'] });
  expect(queued()).toHaveLength(3);
});

test('a job that failed or was deleted is queued again', async () => {
  const { run, queued, jobs } = start();
  const paths = [join(folder, 'a.mp3')];
  for (const change of [{ status: 'failed' }, { deleted_at: '2026-11-20T11:00:00.000Z' }]) {
    await run({ paths });
    Object.assign(jobs[0] ?? {}, change);
  }
  await run({ paths });
  expect(queued()).toHaveLength(3);
});

test('languages, terms and model are sent', async () => {
  const vocabulary = join(folder, 'terms.txt');
  writeFileSync(vocabulary, 'Earshot\r\n\n  Two Cities \n');
  const { run, queued } = start();
  await run({ paths: [join(folder, 'b.wav')], languages: ['en', 'de'], vocabulary, model: 'whisper-base' });
  expect(JSON.parse(queued()[0]?.text ?? '')).toMatchObject({
    ...{ language_hints: ['en', 'de'], custom_vocabulary: ['Earshot', 'Two Cities'], model: 'whisper-base' },
  });
});

test('a recording that fails is counted and named, and the others are transcribed', async () => {
  const { run, jobs } = start();
  await run({ formats: ['srt'] });
  for (const name of ['a.srt', 'b.srt']) rmSync(join(folder, name));
  const bad = jobs.find(({ filename }) => filename === 'a.mp3');
  Object.assign(bad ?? {}, { status: 'canceled', error: { message: 'It was canceled.' } });
  const { failed, said } = await run({ formats: ['srt'] });
  expect(failed).toBe(1);
  expect(said).toContainEqual(`${join(folder, 'a.mp3')}: It was canceled.`);
  expect(readdirSync(folder)).toContain('b.srt');
});

test.each([['nothing.mp3'], ['empty']])('%s is refused, as there is no recording', async (name) => {
  mkdirSync(join(folder, 'empty'));
  await expect(start().run({ paths: [join(folder, name)] })).rejects.toBeInstanceOf(UsageError);
});
