import { App, Stack } from 'aws-cdk-lib/core';
import { expect, test } from 'vitest';
import { warnOfTranslator } from '#cdk/constructs/translation.ts';
import type { TranslatorName } from '#lib/speech/translation/translators.ts';
import { testFolder } from '../../support/test-folder.ts';

const outdir = testFolder();

/** The warnings of synthesis with a translator, and the CloudFormation rules of the template. */
const synthesized = (translator: TranslatorName) => {
  const app = new App({ outdir, builtinCloudFormationValidation: false });
  warnOfTranslator(new Stack(app, 'Stack'), translator);
  const { messages, template } = app.synth().getStackByName('Stack');
  return {
    warnings: messages.map(({ entry }) => JSON.stringify(entry.data)),
    rules: Object.keys(template.Rules ?? {}),
  };
};

test('synthesis with Amazon Translate warns of its cost, which customers do not pay', () => {
  const { warnings, rules } = synthesized('amazon-translate');
  expect(warnings).toEqual([expect.stringMatching(/million characters.*customers do not pay for it/)]);
  expect(rules).not.toContain('ApertiumIsForTheLaptop');
  expect(synthesized('none').warnings).toEqual([]);
});

test('CloudFormation refuses to deploy Apertium', () => {
  expect(synthesized('apertium').rules).toContain('ApertiumIsForTheLaptop');
});
