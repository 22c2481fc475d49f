import { App, Stack } from 'aws-cdk-lib/core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SpeechLayer } from '#cdk/constructs/speech-layer.ts';
import type { SpeechModelName } from '#lib/speech/engines/models.ts';
import { testFolder } from '../../support/test-folder.ts';

const workDir = testFolder();

let errors: string[] = [];
/** The CloudFormation rules of a stack whose layer has `files`. */
const rulesWith = (name: string, files: string[], model: SpeechModelName = 'moonshine-tiny') => {
  const folder = join(workDir, name);
  mkdirSync(join(folder, 'speech/bin'), { recursive: true });
  for (const file of files) {
    mkdirSync(dirname(join(folder, 'speech', file)), { recursive: true });
    writeFileSync(join(folder, 'speech', file), '');
  }
  const app = new App({
    outdir: join(workDir, 'cdk.out'),
    builtinCloudFormationValidation: false,
    context: { '@aws-cdk/core:annotationsInValidationReport': false },
  });
  const stack = new Stack(app, 'Stack');
  const layer = new SpeechLayer(stack, 'Speech', { folder, models: [model] });
  expect(layer.environment).toEqual({ SPEECH_DIR: '/opt/speech' });
  const assembled = app.synth().getStackByName('Stack');
  errors = assembled.messages
    .filter(({ entry }) => entry.type === 'aws:cdk:error')
    .map(({ entry }) => JSON.stringify(entry.data));
  return Object.keys(assembled.template.Rules);
};

const built = ['manifest.json', 'bin/ffmpeg', 'models/moonshine/decoder.onnx'];

test('a built layer can be deployed', () => {
  expect(rulesWith('built', built)).not.toContain('SpeechLayerIsBuilt');
  expect(errors).toEqual([]);
});

test('a layer without the weights of the chosen model cannot be deployed', () => {
  const weights = 'models/whisper-base/tokenizer.json';
  expect(rulesWith('other', built, 'whisper-base')).toContain('SpeechLayerIsBuilt');
  expect(errors).toEqual([expect.stringContaining('npm run models -- whisper-base, then npm run layer')]);
  expect(rulesWith('both', [...built, weights], 'whisper-base')).not.toContain('SpeechLayerIsBuilt');
});

test.each([
  { missing: 'everything', files: [] },
  { missing: 'ffmpeg', files: ['manifest.json'] },
])(
  'without $missing the templates are made, but the CLI refuses to deploy any of them, and so does CloudFormation',
  ({ missing, files }) => {
    expect(rulesWith(missing, files)).toContain('SpeechLayerIsBuilt');
    expect(errors).toEqual([expect.stringContaining('Before you deploy, run npm run layer.')]);
  },
);
