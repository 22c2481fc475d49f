import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { translatorContext } from '#local/context.ts';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { finalsOf, speak, speech, spokenSample, textOf } from '../support/speaker.ts';
import { testFolder } from '../support/test-folder.ts';

const context = translatorContext();
const missing = noSpeech ?? (context['translator'] ? undefined : 'apt-get install apertium apertium-eng-spa');
const dataDir = testFolder();

describe.skipIf(missing)(
  `English speech in Spanish (${missing ?? 'on the local stack with Apertium'})`,
  () => {
    let service: Service;
    let file: Blob;
    beforeAll(async () => {
      service = await startService({ dataDir, context });
      file = tenSeconds('-f', 'ogg');
    });
    afterAll(async () => {
      await service.stop();
    });

    test('the capabilities list the translation from English to Spanish', async () => {
      const { body } = await service.call('GET', '/v1/capabilities');
      expect(body.capabilities.translation).toBe('available');
      expect(body.translation).toMatchObject({
        translator: 'apertium',
        pairs: [{ source_languages: ['en'], target_languages: expect.arrayContaining(['en', 'es']) }],
      });
    });

    test('a translation is returned as text, by segment and as captions, and is not logged', async () => {
      const job = await service.transcribe(file, 'audio/ogg', { translation: { target_language: 'es' } });
      expect(job).toMatchObject({ status: 'completed', billing: { status: 'charged' } });
      const translations = job.segments.map((segment: any) => segment.translated_text);
      expect(job.translated_text).toBe(translations.join(' '));
      expect(job.translated_text).toMatch(/lo mejor|el mejor/i);
      expect(job.translated_text).not.toBe(job.transcript);

      const captions = async (language: string) =>
        (await service.call('GET', `/v1/transcriptions/${job.id}/transcript?format=srt&language=${language}`))
          .body;
      expect(plain(await captions('translated'))).toBe(job.translated_text);
      const both = plain(await captions('both'));
      for (const word of [job.transcript.split(' ')[0], translations[0].split(' ')[0]])
        expect(both).toContain(word);

      const logs = join(dataDir, 'logs');
      const logged = readdirSync(logs, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
        .join('\n');
      expect(logged).toContain('transcription.completed');
      const words = job.translated_text.split(' ');
      for (const at of words.slice(2).keys()) expect(logged).not.toContain(words.slice(at, at + 3).join(' '));
    });

    test('a bidirectional translation also gives Spanish for English speech', async () => {
      const translation = { language_a: 'es', language_b: 'en' };
      const job = await service.transcribe(file, 'audio/ogg', { translation });
      expect(job.translated_text).toMatch(/lo mejor|el mejor/i);
    });

    test('live text is translated after each segment, and the transcription has the translations', async () => {
      const body = { audio: speech, translation: { target_language: 'es' } };
      const { body: session } = await service.call('POST', '/v1/realtime/sessions', { body });
      const events = await speak(session, spokenSample(14));
      const translations = events.filter((event) => event.type === 'translation.final');
      expect(translations.map(({ segment_id }) => segment_id)).toEqual(finalsOf(events).map(({ id }) => id));
      const text = translations.map((event) => event.text).join(' ');
      expect(text).toMatch(/lo mejor|el mejor/i);
      expect(await service.ended(session.transcription_id)).toMatchObject({
        transcript: textOf(events),
        translated_text: text,
      });
    });

    test('a language that Apertium does not have is refused when the job is created', async () => {
      const upload_id = await service.upload(file, 'audio/ogg');
      const translation = { target_language: 'ja' };
      const { status, body } = await service.call('POST', '/v1/transcriptions', {
        body: { upload_id, translation },
      });
      expect([status, body.error.type]).toEqual([400, 'translation_not_supported']);
      expect(body.error.details).toMatchObject({
        source_languages: ['en'],
        target_languages: expect.arrayContaining(['en', 'es']),
      });
    });
  },
);

/** The text of SubRip captions. */
const plain = (captions: string): string =>
  captions
    .split('\n')
    .filter((line) => line !== '' && !/^\d+$| --> /.test(line))
    .join(' ');
