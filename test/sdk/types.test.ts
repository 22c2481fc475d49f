import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pythonSdkTypes, sdkTypes } from '../support/sdk-types.ts';

const squeezed = (source: string) => source.replaceAll(/[\s;|()"']/g, '');

test('the types of the clients are those of the OpenAPI document; `npm run sdk:types` writes them', () => {
  const written = readFileSync(join(import.meta.dirname, '../../sdk/typescript/types.ts'), 'utf8');
  expect(squeezed(written)).toBe(squeezed(sdkTypes()));
});

test('the types of the Python client are those of the document too', () => {
  const written = readFileSync(join(import.meta.dirname, '../../sdk/python/src/earshot/types.py'), 'utf8');
  expect(written).toBe(pythonSdkTypes());
});
