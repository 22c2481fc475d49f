import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import type { SpeechEngine } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { loadWhisper } from '#lib/speech/engines/whisper.ts';
import { wordErrors } from '../../../support/word-errors.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import { samplesOf } from '../../../support/samples.ts';
import { recording, transcriptOf } from '../../../support/speech.ts';
import { needsWhisperBase, runtimeWith } from '../../../support/whisper/runtime-with.ts';

describe.skipIf(needsWhisperBase !== '')(`Whisper base${needsWhisperBase}`, { timeout: 120_000 }, () => {
  const dir = runtimeWith(['whisper-base']);
  let engine: SpeechEngine;
  beforeAll(async () => {
    engine = await loadWhisper({ speechDir: dir, model: speechModels['whisper-base'] });
  });
  afterAll(() => engine.close());

  test('seven languages are detected, and most of their words are right', async () => {
    const counts = { errors: 0, words: 0 };
    for (const language of ['de', 'fr', 'es', 'pt', 'it', 'ja', 'ko']) {
      const file = `${language}-leopard.flac`;
      const heard = await engine.recognize(toFloats(await samplesOf(recording(file))), ask);
      expect(heard.language).toBe(language);
      expect(heard.languageConfidence).toBeGreaterThan(0.8);
      const { errors, words } = wordErrors(transcriptOf(file), heard.text);
      counts.errors += errors;
      counts.words += words;
    }
    // The same weights in floats have 13 errors in 93 words and characters.
    expect(counts.words).toBe(93);
    expect(counts.errors).toBeLessThanOrEqual(20);
  });

  test('a vocabulary term is found inside a Japanese sentence', async () => {
    const pcm = toFloats(await samplesOf(recording('ja-leopard.flac')));
    expect((await engine.recognize(pcm, ask)).text).not.toContain('成立');
    expect((await engine.recognize(pcm, { ...ask, vocabulary: ['東京', '成立'] })).text).toContain(
      '成立する',
    );
  });

  test('German speech is translated into English', async () => {
    const pcm = toFloats(await samplesOf(recording('de-leopard.flac')));
    const { text, translatedText } = await engine.recognize(pcm, { ...ask, translateTo: 'en' });
    expect(text).toMatch(/[äöüß]|\b(der|die|das|und)\b/i);
    expect(translatedText).toMatch(/\bthe\b/i);
  });
});
