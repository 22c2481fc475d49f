import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { costsPage } from '#cdk/costs/page.ts';

/** Text without the blanks and dashes with which the formatter aligns tables. */
const bare = (text: string) => text.replaceAll(/[ -]+/g, ' ');

test('docs/costs.md has what the templates cost today: npm run costs', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/costs.md'), 'utf8');
  expect(bare(written)).toBe(bare(costsPage()));
});
