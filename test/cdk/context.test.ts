import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { contextOfFile } from '#cdk/context.ts';

const dir = mkdtempSync(join(tmpdir(), 'earshot-context-'));
afterAll(() => rmSync(dir, { recursive: true }));
const inFile = (content: object): Record<string, unknown> => {
  writeFileSync(join(dir, 'cdk.json'), JSON.stringify(content));
  return contextOfFile(join(dir, 'cdk.json'));
};

test('settings in cdk.json also apply without the CDK CLI', () => {
  expect(inFile({ app: 'node app.ts', context: { speechModels: ['whisper-base'] } })).toEqual({
    speechModels: ['whisper-base'],
  });
  expect(inFile({ app: 'node app.ts' })).toEqual({});
});
