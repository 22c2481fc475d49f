import { openAsBlob } from 'node:fs';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, sample, type Service, startService, tenSeconds, wav } from '../support/local-service.ts';
import { until } from '../support/until.ts';

describe.skipIf(noSpeech)(`the service, from upload to text (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let file: Blob;
  beforeAll(async () => {
    service = await startService();
    file = tenSeconds('-f', 'ogg');
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

  test('a completed job leaves no audio in the bucket', async () => {
    const { id, source } = await service.transcribe(file, 'audio/ogg');
    const deleted = source.deleted_at ?? (await settled(id)).source.deleted_at;
    expect(deleted).toMatch(/Z$/);
    const s3 = new S3Client({
      endpoint: service.stack.awsEndpoint,
      region: 'us-east-1',
      credentials: service.stack.operator,
    });
    const bucket = service.stack.outputs['EarshotData']?.['AudioBucketName'] ?? '';
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'work/' }));
    expect(Contents.filter(({ Key }) => Key?.includes(id))).toEqual([]);
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
      ...{ status: 'failed', retried_as: retried.body.id, source: { deleted_at: expect.any(String) } },
    });
  });

  test('a translation into the spoken language is the transcript', async () => {
    const job = await service.transcribe(file, 'audio/ogg', { translation: { target_language: 'en' } });
    expect(job.translated_text).toBe(job.transcript);
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
});
