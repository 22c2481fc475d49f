import { expect, test } from 'vitest';
import { assertFetchableSource } from '#lib/domain/transcriptions/audio-url.ts';
import { guideBlocks } from '../support/guides.ts';

test('the guides have no block of code that no test runs', () => {
  const kinds = Map.groupBy(guideBlocks, ({ language, mark }) => `${language} ${mark}`.trim());
  const counts = Object.fromEntries([...kinds].map(([kind, blocks]) => [kind, blocks.length]));
  expect(counts).toEqual({
    sh: expect.any(Number),
    ts: expect.any(Number),
    python: expect.any(Number),
    'js page': 3,
    'sh pip': 1,
    json: 3,
  });
});

test('what a guide gives as JSON is JSON', () => {
  for (const { language, code } of guideBlocks) if (language === 'json') JSON.parse(code);
});

test('the error that the guide shows is the one that its request gets', () => {
  const shown = guideBlocks.find(({ language, code }) => language === 'json' && code.includes('doc_url'));
  const { type, message, details } = JSON.parse(shown?.code ?? '').error;
  const refused = () => assertFetchableSource({ audio_url: 'https://10.0.0.1/a.mp3' }, []);
  expect(refused).toThrow(expect.objectContaining({ type, message, details }));
});
