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
