import { expect, test } from 'vitest';
import { customized, fileOf, synthesize } from '../support/templates.ts';

test('every function that counts audio in test mode has the daily limit in its environment', () => {
  const limitsByFile = synthesize(customized)
    .ofType('AWS::Lambda::Function')
    .flatMap((fn) => {
      const { LIMITS: limits } = fn.Properties['Environment']?.Variables ?? {};
      return limits === undefined ? [] : [`${fileOf(fn)} ${JSON.parse(limits).testMinutesPerDay}`];
    });
  expect(limitsByFile).toEqual(
    expect.arrayContaining([
      'api/transcriptions/create.ts 7',
      'platform/transcriptions/create.ts 7',
      'platform/usage/get.ts 7',
      'workers/split-audio.ts 7',
    ]),
  );
});

test.each([
  'api/transcriptions/get.ts',
  'platform/transcriptions/get.ts',
  'api/realtime-sessions/list-events.ts',
  'api/audio/create-transcription.ts',
  'api/audio/create-translation.ts',
  'api/capabilities/get.ts',
])('%s knows how many requests an organization may have waiting in an account of this size', (file) => {
  const fn = synthesize(customized)
    .ofType('AWS::Lambda::Function')
    .find((one) => fileOf(one) === file);
  const { LIMITS: limits } = fn?.Properties['Environment']?.Variables ?? {};
  expect(JSON.parse(limits ?? '{}')).toMatchObject({ waitsPerOrganization: 4 });
});
