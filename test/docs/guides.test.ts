import { expect, test } from 'vitest';
import { guideBlocks } from '../support/guides.ts';

test('the guides have no block of code that no test runs', () => {
  const kinds = Map.groupBy(guideBlocks, ({ language, mark }) => `${language} ${mark}`.trim());
  const counts = Object.fromEntries([...kinds].map(([kind, blocks]) => [kind, blocks.length]));
  expect(counts).toEqual({
    ...{ sh: expect.any(Number), ts: expect.any(Number), python: expect.any(Number) },
    ...{ 'js page': 3, 'sh pip': 1, json: 3 },
  });
});

test('what a guide gives as JSON is JSON', () => {
  for (const { language, code } of guideBlocks) if (language === 'json') JSON.parse(code);
});
