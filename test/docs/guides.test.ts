import { build } from 'esbuild';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideBlocks } from '../support/guides.ts';
import { root } from './pages.ts';

test('every block of the guides is run by a test, but for 4 of web pages, an install by pip and samples of JSON', () => {
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

test('what a guide imports for a page exists in earshot/browser', async () => {
  for (const { mark, code } of guideBlocks) {
    if (mark !== 'page') continue;
    const { errors } = await build({
      stdin: { contents: code, loader: 'js' },
      ...{ bundle: true, write: false, format: 'esm', target: 'es2022', logLevel: 'silent' },
      alias: { 'earshot/browser': join(root, 'sdk/typescript/browser.ts') },
    });
    expect(errors).toEqual([]);
  }
});
