import { openAsBlob } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScript } from '#local/project-script.ts';
import {
  anotherKey,
  noSpeech,
  sample,
  type Service,
  spoken,
  startService,
  wav,
} from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';
import { until } from '../support/until.ts';

type Segment = { readonly channel: number | null; readonly start_ms: number; readonly text: string };

describe.skipIf(noSpeech)(`the service, from upload to text (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('a completed job has its text, language, length, segments, words and exact price', async () => {
    const job = await service.transcribe(await openAsBlob(sample), 'audio/ogg');
    expect(job).toMatchObject({
      status: 'completed',
      detected_language: 'en',
      detected_languages: [{ language: 'en', share: 1 }],
      audio_ms: 44_374,
      progress: { percent: 100, processed_ms: 44_374, total_ms: 44_374 },
      billing: {
        status: 'charged',
        billed_ms: 44_374,
        unit_price_usd_per_minute: '0.005',
        amount_usd: '0.003698',
      },
      error: null,
    });
    expect(job.transcript).toMatch(
      /^It was the best of times.*it was the worst of times.*superlative degree of comparison only\.$/i,
    );
    expect(job.segments.map((segment: { text: string }) => segment.text).join(' ')).toBe(job.transcript);
    expect(job).not.toHaveProperty('words');
    const { body } = await service.call('GET', `/v1/transcriptions/${job.id}?include=words`);
    expect(body.words.map((word: { text: string }) => word.text).join(' ')).toBe(job.transcript);
  });

  test('a translation into the spoken language is the transcript, and a completed job leaves no audio in the bucket', async () => {
    const fields = { translation: { target_language: 'en' } };
    const { id, source, ...job } = await service.transcribe(spoken(3, '-f', 'ogg'), 'audio/ogg', fields);
    expect(job.transcript).toMatch(/best of times/i);
    expect(job.translated_text).toBe(job.transcript);
    const deleted = source.deleted_at ?? (await settled(id)).source.deleted_at;
    expect(deleted).toMatch(/Z$/);
    const keys = await operatorOf(service.stack).audioKeys();
    expect(keys.filter((audio) => audio.includes(id))).toEqual([]);
  });

  const settled = (id: string) =>
    until(
      `the audio of ${id} to be deleted`,
      async () => {
        const { body } = await service.call('GET', `/v1/transcriptions/${id}`);
        return body.source.deleted_at === null ? undefined : body;
      },
      { everyMs: 1_000 },
    );

  test('a failed job keeps its audio, and retrying it twice returns the same new job', async () => {
    const uploadId = await service.upload(new Blob(['this is no audio'.repeat(100)]), 'audio/wav');
    const { body: queued } = await service.call('POST', '/v1/transcriptions', {
      body: { upload_id: uploadId },
    });
    const failed = await service.ended(queued.id);
    expect(failed).toMatchObject({ status: 'failed', source: { deleted_at: null } });
    const retried = await service.call('POST', `/v1/transcriptions/${failed.id}/retry`);
    expect(retried).toMatchObject({ status: 202, body: { status: 'queued' } });
    expect(await service.call('POST', `/v1/transcriptions/${failed.id}/retry`)).toMatchObject({
      body: { id: retried.body.id },
    });
    expect((await service.ended(retried.body.id)).error.type).toBe(failed.error.type);
    expect((await service.call('GET', `/v1/transcriptions/${failed.id}`)).body).toMatchObject({
      status: 'failed',
      retried_as: retried.body.id,
      source: { deleted_at: expect.any(String) },
    });
  });

  const transcribeChannels = (filter: string, fields: object) =>
    service.transcribe(spoken(8, '-af', filter, '-ar', '16000', '-f', 'wav'), 'audio/wav', fields);

  test('each channel has its own text and times, a silent one has none, and each is billed', async () => {
    // The second channel contains the same speech three seconds later. The third is silent.
    const filter = 'pan=3.0|c0=c0|c1=c0|c2=0*c0,adelay=0|3000|0';
    const job = await transcribeChannels(filter, { multichannel: true });
    expect(job).toMatchObject({ status: 'completed', channels: 3, audio_ms: 8_000, error: null });
    expect(job.billing).toMatchObject({ billed_ms: 24_000, channels: 3, amount_usd: '0.002000' });
    const segments: Segment[] = job.segments;
    const of = (channel: number) => segments.filter((segment) => segment.channel === channel);
    expect(of(0)[0]?.text).toMatch(/best of times/i);
    expect(of(1)[0]?.text).toMatch(/best of times/i);
    expect((of(1)[0]?.start_ms ?? 0) - (of(0)[0]?.start_ms ?? 0)).toBeCloseTo(3_000, -3);
    expect(of(2)).toEqual([]);
    expect(segments.map(({ start_ms: at }) => at)).toEqual(
      segments.map(({ start_ms: at }) => at).toSorted((a, b) => a - b),
    );
    const file = async (format: string) =>
      (await service.call('GET', `/v1/transcriptions/${job.id}/transcript?format=${format}`)).body;
    expect(await file('txt')).toMatch(/^Channel 1: .*\n\nChannel 2: /);
    expect(await file('vtt')).toContain('\n<v Channel 2>');
  });

  test('sixteen channels are mixed, and refused apart', async () => {
    const filter = `pan=16c|${Array.from({ length: 16 }, (_, i) => `c${i}=c0`).join('|')}`;
    expect(await transcribeChannels(filter, {})).toMatchObject({ status: 'completed', channels: 1 });
    expect(await transcribeChannels(filter, { multichannel: true })).toMatchObject({
      status: 'failed',
      error: { type: 'unsupported_audio_format', details: { channels: 16, max_channels: 8 } },
      billing: { status: 'not_charged', amount_usd: '0.000000' },
    });
  });

  test('a browser on any origin may upload and read the response of S3', async () => {
    const body = { content_type: 'audio/mpeg' };
    const { body: grant } = await service.call('POST', '/v1/transcription-uploads', { body });
    const origin = 'https://app.example';
    const preflight = await fetch(grant.upload_url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const posted = await service.post(grant, new Blob(['x']), { origin });
    expect([posted.status, posted.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  });

  test('two seconds of silence complete with an empty transcript and cost nothing', async () => {
    const silence = new Blob([wav(new Int16Array(2 * 16_000))]);
    expect(await service.transcribe(silence, 'audio/wav')).toMatchObject({
      status: 'completed',
      transcript: '',
      segments: [],
      detected_language: null,
      audio_ms: 2_000,
      billing: { status: 'not_charged', billed_ms: 0, amount_usd: '0.000000' },
    });
  });

  test.each([
    ['text in place of audio', 'hello there, this is no audio', 'unsupported_audio_format'],
    ['a web page', '<!doctype html><title>x</title>', 'unsupported_audio_format'],
    ['99 ms of audio', wav(new Int16Array(1_584)), 'audio_too_short'],
  ])('%s fails the job at once with an error type and without a charge', async (_, bytes, type) => {
    expect(await service.transcribe(new Blob([bytes]), 'audio/wav')).toMatchObject({
      status: 'failed',
      error: { type, retryable: false },
      billing: { status: 'not_charged', amount_usd: '0.000000' },
      transcript: null,
    });
  });

  describe('npm run smoke', () => {
    let key: string;
    beforeAll(async () => {
      key = await anotherKey(service.stack);
    });
    const smoke = (...args: string[]) => runScript('local/smoke.ts', args, {});

    test('a deployment that works passes every step, with its time, and keeps nothing of the check', async () => {
      const printed = await smoke('--base-url', service.stack.baseUrl, '--api-key', key);
      const steps = printed.matchAll(/^(\w+) +\d+\.\d\d s$/gm).map(([, name]) => name);
      expect(steps.toArray()).toEqual(['grant', 'upload', 'create', 'text', 'captions', 'delete']);
      expect(printed).toContain('It was the best of times');
    });

    test('the first step that fails is named with the answer of the service', async () => {
      const refused = smoke('--base-url', service.stack.baseUrl, '--api-key', `${key}x`);
      await expect(refused).rejects.toThrow(/grant .* failed: 401 unauthenticated: .* \(\S+\)/);
    });

    test('the console, its documentation and the page of sign-in are opened, too', async () => {
      const { baseUrl, outputs } = service.stack;
      const consoleUrl = outputs['EarshotConsole']?.['ConsoleUrl'] ?? '';
      const check = (url: string) => smoke('--base-url', baseUrl, '--api-key', key, '--console-url', url);
      expect(await check(consoleUrl)).toMatch(/^console .* s\ndocs .* s\nsign-in .* s$/m);
      await expect(check(`${baseUrl}/v1/capabilities`)).rejects.toThrow(
        /console .* failed: .*\/v1\/capabilities answered 200 with application\/json/,
      );
    });

    test('a check of no deployment says how to name one', async () => {
      await expect(smoke()).rejects.toThrow('--base-url');
    });
  });
});
