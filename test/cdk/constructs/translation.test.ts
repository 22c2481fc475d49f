import { App, Stack } from 'aws-cdk-lib/core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { warnOfTranslator } from '#cdk/constructs/translation.ts';
import type { TranslatorName } from '#lib/speech/translation/translators.ts';

const outdir = mkdtempSync(join(tmpdir(), 'earshot-translation-'));
afterAll(() => rmSync(outdir, { recursive: true }));

/** What synthesis says of a translator, and the rules by which CloudFormation decides on its deployment. */
const synthesized = (translator: TranslatorName) => {
  const app = new App({ outdir, builtinCloudFormationValidation: false });
  warnOfTranslator(new Stack(app, 'Stack'), translator);
  const { messages, template } = app.synth().getStackByName('Stack');
  return {
    warnings: messages.map(({ entry }) => JSON.stringify(entry.data)),
    rules: Object.keys(template.Rules ?? {}),
  };
};

test('whoever deploys Amazon Translate is told what it costs and who pays', () => {
  const { warnings, rules } = synthesized('amazon-translate');
  expect(warnings).toEqual([expect.stringMatching(/million characters.*not passed on to customers/)]);
  expect(rules).not.toContain('ApertiumIsForTheLaptop');
  expect(synthesized('none').warnings).toEqual([]);
});

test('CloudFormation refuses to deploy the translator of the laptop', () => {
  expect(synthesized('apertium').rules).toContain('ApertiumIsForTheLaptop');
});
