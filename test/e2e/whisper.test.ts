import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, noSpeech, type Service, startService, wav } from '../support/local-service.ts';
import { say, tinyRuntime } from '../support/whisper/tiny-whisper.ts';
import { testFolder } from '../support/test-folder.ts';

const onTheStack = noSpeech ?? 'a model of its interface on the local stack';

describe.skipIf(noSpeech)(`Whisper, chosen with the setting speechModels (${onTheStack})`, () => {
  const dir = testFolder();
  let service: Service;
  beforeAll(async () => {
    const speechDir = tinyRuntime(dir, 'whisper-tiny');
    service = await startService({ speechDir, context: { speechModels: 'whisper-tiny' } });
  });
  afterAll(async () => {
    await service.stop();
  });

  /** One second of German, a pause, and over a second of English, whose first word is shortened. */
  const conversation = (): Blob => {
    const german = say('de', 0, 1);
    const english = [say('en', 0).subarray(0, 4_800), say('en', 1, 5)];
    const samples = new Int16Array(7 * 16_000);
    const put = (speech: Float32Array, at: number) =>
      samples.set(
        Int16Array.from(speech, (value) => value * 32_767),
        at,
      );
    put(german, 0);
    put(english[0] ?? german, 156 * 512);
    put(english[1] ?? german, 156 * 512 + 4_800);
    return new Blob([wav(samples)]);
  };
  const transcribe = (fields: object = {}): Promise<Answer['body']> =>
    service.transcribe(conversation(), 'audio/wav', fields);

  test('the capabilities list the languages of Whisper', async () => {
    const { body } = await service.call('GET', '/v1/capabilities');
    expect(body.languages).toEqual(expect.arrayContaining(['en', 'de', 'ja', 'sw', 'yi']));
    expect(body.languages.length).toBeGreaterThan(95);
  });

  test('two languages in one file are detected, and the file is billed normally', async () => {
    const job = await transcribe();
    expect(job).toMatchObject({
      status: 'completed',
      transcript: 'Guten Morgen. Good morning Lisbon.',
      detected_language: 'en',
      audio_ms: 7_000,
      billing: { status: 'charged', billed_ms: 7_000, amount_usd: '0.000583' },
      segments: [
        { text: 'Guten Morgen.', language: 'de', start_ms: 0 },
        { text: 'Good morning Lisbon.', language: 'en', start_ms: 4_992 },
      ],
    });
    const [english, german] = job.detected_languages;
    expect([english.language, german.language]).toEqual(['en', 'de']);
    expect(english.share + german.share).toBeCloseTo(1, 2);
    const { body } = await service.call('GET', `/v1/transcriptions/${job.id}?include=words`);
    expect(body.words.map((word: { text: string }) => word.text).join(' ')).toBe(job.transcript);
  });

  test('language hints select the language, and the custom vocabulary selects the spelling of a name', async () => {
    expect(await transcribe({ language_hints: ['en'], custom_vocabulary: ['Lisboa'] })).toMatchObject({
      transcript: 'Good morning. Good morning Lisboa.',
      detected_languages: [{ language: 'en', share: 1 }],
    });
  });

  test('a translation into English covers the whole transcript', async () => {
    expect(await transcribe({ translation: { target_language: 'en' } })).toMatchObject({
      status: 'completed',
      transcript: 'Guten Morgen. Good morning Lisbon.',
      translated_text: 'Good morning. Good morning Lisbon.',
      segments: [{ translated_text: 'Good morning.' }, { translated_text: 'Good morning Lisbon.' }],
    });
  });

  test('language hints without a language of Whisper are refused', async () => {
    const body = { upload_id: `upl_${'a'.repeat(26)}`, language_hints: ['tlh'] };
    expect(await service.call('POST', '/v1/transcriptions', { body })).toMatchObject({
      status: 400,
      body: { error: { details: { fields: [{ path: 'language_hints', rule: 'supported_language' }] } } },
    });
  });
});
