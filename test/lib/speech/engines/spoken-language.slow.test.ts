import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitAudio } from '#lib/speech/audio/split.ts';
import { joinSpeech } from '#lib/speech/engines/join-speech.ts';
import { loadRecognizer, type Recognizer } from '#lib/speech/engines/load-recognizer.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import type { RecognizedSpeech } from '#lib/speech/engines/recognize.ts';
import { assertUnderstood } from '#lib/speech/engines/spoken-language.ts';
import { inBlocks } from '../../../support/audio.ts';
import { plainAsk } from '../../../support/plain-ask.ts';
import { samplesOf } from '../../../support/samples.ts';
import { needs, recording, speechDir } from '../../../support/speech.ts';

const model = speechModels['moonshine-tiny'];

describe.skipIf(needs.recordings !== '')(`telling English from other languages${needs.recordings}`, () => {
  let recognizer: Recognizer;
  beforeAll(async () => {
    recognizer = await loadRecognizer([model], speechDir);
  });
  afterAll(() => recognizer.close());

  /** The end of a job with this audio: its text, or its failure. */
  const endOf = async (pcm: Int16Array): Promise<string> => {
    const texts: RecognizedSpeech[] = [];
    for await (const chunk of splitAudio(inBlocks(pcm), model.chunks))
      texts.push(await recognizer.recognize(chunk, plainAsk));
    const speech = joinSpeech(texts);
    try {
      assertUnderstood(speech, model);
      return speech.segments.map(({ text }) => text).join(' ');
    } catch (error) {
      return error instanceof Error && 'type' in error ? String(error.type) : 'unknown';
    }
  };
  const seconds = (pcm: Int16Array, from: number, to: number): Int16Array =>
    pcm.subarray(16_000 * from, 16_000 * to);

  const foreign = [
    'de-leopard.flac',
    'ko-leopard.flac',
    'fr-leopard.flac',
    'es-fleurs-004.ogg',
    'ja-leopard.flac',
  ];

  test.each([
    ['en-fleurs-003.ogg', 2],
    ['en-jfk-11s.flac', 7],
  ])('English is delivered, whole and in pieces: %s', async (file, from) => {
    const pcm = await samplesOf(recording(file));
    for (const part of [pcm, seconds(pcm, 1, 7), seconds(pcm, from, from + 3)])
      expect(await endOf(part)).toMatch(/^\S+ \S+ \S+/);
  });

  test.each(foreign)('another language fails the job, whole and in pieces: %s', async (file) => {
    const pcm = await samplesOf(recording(file));
    for (const part of [pcm, seconds(pcm, 0.5, 6.5), seconds(pcm, 1, 4)])
      expect(await endOf(part)).toMatch(/^(language_not_supported|speech_not_understood)$/);
  });

  test('English recorded with an offset has the text that it has without', async () => {
    const pcm = await samplesOf(recording('en-platforms.flac'));
    const text = await endOf(pcm);
    expect(await endOf(pcm.map((sample) => sample + 9_000))).toBe(text);
    expect(text).toMatch(/^Today only platforms/);
  });

  test('English beside another language is delivered alone', async () => {
    const english = await samplesOf(recording('en-jfk-11s.flac'));
    const german = await samplesOf(recording('de-leopard.flac'));
    const pause = new Int16Array(2 * 16_000);
    for (const order of [
      [english, pause, german],
      [german, pause, english],
    ]) {
      const both = Int16Array.from(order.flatMap((part) => Array.from(part)));
      expect(await endOf(both)).toMatch(/^And so,? my fellow.americans.*for your country\.$/i);
    }
  });
});
