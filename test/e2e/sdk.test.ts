import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Earshot, InvalidRequestError, StateError } from '../../sdk/typescript/index.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { anotherKey, noSpeech, type Service, spoken, startService } from '../support/local-service.ts';
import { recording } from '../support/speech.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = join(import.meta.dirname, '../../sdk/typescript');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);

describe.skipIf(noSpeech)(`the client of the API (${noSpeech ?? 'on the local stack'})`, () => {
  const work = testFolder();
  let receiver: Origin;
  let service: Service;
  let earshot: Earshot;
  beforeAll(async () => {
    receiver = await startOrigin();
    service = await startService({ origins: [receiver] });
    earshot = new Earshot({ baseUrl: service.stack.baseUrl, apiKey: service.key });
  });
  afterAll(async () => {
    receiver.stop();
    await service.stop();
  });

  test('a recording is uploaded with progress, transcribed, read as files, listed and deleted', async () => {
    const sent: number[] = [];
    const seen: string[] = [];
    const path = join(work, 'two-cities.ogg');
    writeFileSync(path, await spoken(6, '-f', 'ogg').bytes());
    const job = await earshot.transcribe(path, {
      language_hints: ['en'],
      client_reference_id: 'call-42',
      metadata: { team: 'support' },
      onUpload: ({ sentBytes, totalBytes }) => sent.push(sentBytes / totalBytes),
      onProgress: ({ status }) => seen.push(status),
    });
    expect(job.transcript).toMatch(/best of times.*worst of times/i);
    expect(job).toMatchObject({ client_reference_id: 'call-42', metadata: { team: 'support' } });
    expect(job.request).toMatchObject({ filename: 'two-cities.ogg', language_hints: ['en'] });
    expect([sent.at(-1), seen.at(-1)]).toEqual([1, 'completed']);
    expect(await earshot.transcriptions.srt(job.id)).toMatch(/^1\n00:00:/);
    expect(await earshot.transcriptions.vtt(job.id)).toMatch(/^WEBVTT/);
    expect((await earshot.transcriptions.words(job.id)).segments[0]?.words.length).toBeGreaterThan(5);
    const listed = [];
    for await (const one of earshot.transcriptions.list({ client_reference_id: 'call-42' })) listed.push(one);
    expect(listed).toMatchObject([{ id: job.id, client_reference_id: 'call-42' }]);
    await earshot.transcriptions.delete(job.id);
    await expect(earshot.transcriptions.srt(job.id)).rejects.toBeInstanceOf(StateError);
  });

  test('a call that is repeated with its key finds the same job', async () => {
    const audio = spoken(3, '-f', 'wav');
    const idempotencyKey = 'a-call-after-a-crash';
    const first = await earshot.submit(audio, { idempotencyKey });
    expect(await earshot.submit(audio, { idempotencyKey })).toEqual(first);
    expect((await earshot.transcriptions.wait(first.id)).transcript).toMatch(/best of times/i);
  });

  test('a file serves several jobs', async () => {
    const file = await earshot.files.upload(spoken(3, '-f', 'mp3'), { name: 'call.mp3' });
    expect(file).toMatchObject({ name: 'call.mp3', content_type: 'audio/mpeg' });
    expect((await earshot.transcribe({ fileId: file.id })).source).toMatchObject({ file_id: file.id });
    await earshot.files.delete(file.id);
  });

  test('a refusal says which field is wrong', async () => {
    const refusal = earshot.transcribe({ url: 'http://a.example/x.mp3' });
    await expect(refusal).rejects.toBeInstanceOf(InvalidRequestError);
    await expect(refusal).rejects.toMatchObject({ fields: [{ path: 'audio_url' }] });
  });

  test('every example of the README runs', async () => {
    writeFileSync(join(work, 'call.mp3'), await spoken(3, '-f', 'mp3').bytes());
    const printed: string[] = [];
    for (const [at, code] of examples.entries()) {
      const path = join(work, `${at}.ts`);
      const index = JSON.stringify(join(folder, 'index.ts'));
      const url = receiver.url('/');
      const program = code.replace('https://hooks.example.com/earshot', url);
      writeFileSync(path, program.replace("'earshot'", index));
      const env = { ...process.env, EARSHOT_BASE_URL: service.stack.baseUrl, EARSHOT_API_KEY: service.key };
      const { stdout } = await promisify(execFile)(process.execPath, [path], {
        cwd: work,
        env,
        timeout: 120_000,
      });
      printed.push(stdout);
    }
    expect(printed).toHaveLength(7);
    expect(printed[0]).toMatch(/100 % sent[\s\S]*best of times[\s\S]*00:00:/i);
    expect(printed[1]).toContain('blocked_address');
    expect(printed[3]).toMatch(/whk_\w+ whsec_\S+\n.* enabled null/);
    expect(printed[4]).toMatch(/best of times/i);
    expect(printed[6]).toMatch(/^\d+ \d+\.\d{6}\n[\s\S]*ofq_[\s\S]*not_found/);
  });

  describe('the command earshot', () => {
    const main = join(folder, 'cli/main.ts');
    const recordings = join(work, 'recordings');
    let key: string;
    beforeAll(async () => {
      key = await anotherKey(service.stack);
      mkdirSync(recordings);
      for (const name of ['en-fleurs-000.ogg', 'en-austen-0870.flac'])
        copyFileSync(recording(name), join(recordings, name));
    });

    const run = async (...args: string[]) => {
      const env = { ...process.env, EARSHOT_BASE_URL: service.stack.baseUrl, EARSHOT_API_KEY: key };
      return promisify(execFile)(process.execPath, [main, ...args], { env, timeout: 200_000 });
    };

    test('a folder is transcribed into captions, and the same command again names them and does nothing more', async () => {
      const first = await run('transcribe', recordings, '--srt', '--json', '--language', 'en');
      expect(first.stderr.trim().split('\n')).toHaveLength(4);
      expect(readFileSync(join(recordings, 'en-fleurs-000.srt'), 'utf8')).toMatch(/^1\n00:00:/);
      expect(
        JSON.parse(readFileSync(join(recordings, 'en-austen-0870.json'), 'utf8')).transcript.length,
      ).toBeGreaterThan(20);
      expect(readdirSync(recordings)).toHaveLength(7);
      const again = await run('transcribe', recordings, '--srt', '--json', '--language', 'en');
      expect(again.stdout).toBe('');
      expect(again.stderr.trim().split('\n').toSorted()).toEqual([
        expect.stringContaining('en-austen-0870.srt exists'),
        expect.stringContaining('en-fleurs-000.srt exists'),
      ]);
      expect((await run('jobs', '--status', 'completed')).stdout.trim().split('\n')).toHaveLength(2);
    });

    test('a recording is transcribed while it is spoken', async () => {
      const beginning = join(recordings, 'beginning.wav');
      writeFileSync(beginning, await spoken(6, '-f', 'wav').bytes());
      const { stdout } = await run('live', beginning, '--language', 'en');
      expect(stdout).toMatch(/best of times[\s\S]*worst of times/i);
    });

    test('a wrong key is said in one line, with code 1', async () => {
      const env = {
        ...process.env,
        EARSHOT_BASE_URL: service.stack.baseUrl,
        EARSHOT_API_KEY: 'es_live_wrong',
      };
      const failure = promisify(execFile)(process.execPath, [main, 'jobs'], { env });
      await expect(failure).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]+\n$/),
      });
    });
  });
});
