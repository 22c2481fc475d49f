import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdkTypes } from '../support/sdk-types.ts';

const squeezed = (source: string) => source.replaceAll(/[\s;|()"']/g, '');

test('the types of the clients are those of the OpenAPI document; `npm run sdk:types` writes them', () => {
  const written = readFileSync(join(import.meta.dirname, '../../sdk/typescript/types.ts'), 'utf8');
  expect(squeezed(written)).toBe(squeezed(sdkTypes()));
});
