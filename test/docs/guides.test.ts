import { expect, test } from 'vitest';
import { assertFetchableSource } from '#lib/domain/transcriptions/audio-url.ts';
import { violation } from '../support/api-document.ts';
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

const shownWith = (field: string) => {
  const shown = guideBlocks.find(({ language, code }) => language === 'json' && code.includes(`"${field}"`));
  return JSON.parse(shown?.code ?? '');
};

test('the job that the quickstart shows has fields and values of the document; it leaves some out', () => {
  const faults = violation(shownWith('segments'), 'components', 'schemas', 'Transcription') ?? '';
  expect(faults.split(', ').filter((fault) => !fault.includes('must have required property'))).toEqual([]);
});

test('the event that the guide of webhooks shows is one of the document, with all its fields', () => {
  const body = ['post', 'requestBody', 'content', 'application/json', 'schema'] as const;
  const event = shownWith('sequence');
  expect(violation(event, 'webhooks', event.type, ...body)).toBeUndefined();
});

test('the error that the guide shows is the one that its request gets', () => {
  const { type, message, details } = shownWith('doc_url').error;
  const refused = () => assertFetchableSource({ audio_url: 'https://10.0.0.1/a.mp3' }, []);
  expect(refused).toThrow(expect.objectContaining({ type, message, details }));
});
