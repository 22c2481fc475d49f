import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useModel } from '#cdk/speech-runtime/weights/use.ts';
import { testFolder } from '../../support/test-folder.ts';

const dir = testFolder();
const file = join(dir, 'cdk.json');

test.each([
  ['is added behind the default one', {}, ['moonshine-tiny', 'whisper-base']],
  ['is added behind the chosen ones', { speechModels: 'whisper-tiny' }, ['whisper-tiny', 'whisper-base']],
  [
    'that is chosen already stays where it is',
    { speechModels: ['whisper-base', 'moonshine-tiny'] },
    ['whisper-base', 'moonshine-tiny'],
  ],
])('a model %s, and other settings stay', (_, context, models) => {
  writeFileSync(file, JSON.stringify({ app: 'node app.ts', context: { ...context, selfSignUp: true } }));
  expect(useModel('whisper-base', file)).toEqual(models);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    app: 'node app.ts',
    context: { selfSignUp: true, speechModels: models.join() },
  });
});
