import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contextOfFile } from '#cdk/context.ts';
import { testFolder } from '../support/test-folder.ts';

const dir = testFolder();
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
