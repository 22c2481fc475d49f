import { CfnRule, Fn, type Stack, Validations } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TranslatorName } from '#lib/speech/translation/translators.ts';
import type { Access } from './access.ts';

/** The name of the translator, and the right to use it. */
export const allowTranslation = (translator: TranslatorName): Access => ({
  variable: 'TRANSLATOR',
  value: translator,
  statements:
    translator === 'amazon-translate'
      ? [new PolicyStatement({ actions: ['translate:TranslateText'], resources: ['*'] })]
      : [],
});

/** Warns at synthesis about the cost of Amazon Translate. Refuses to deploy the laptop's translator. */
export const warnOfTranslator = (stack: Stack, translator: TranslatorName) => {
  if (translator === 'amazon-translate') {
    Validations.of(stack).addWarning(
      'earshot:translation-cost',
      'Amazon Translate costs about $15 per million characters, or one cent per minute of speech. That is twice what Earshot ' +
        'charges for the minute, and customers do not pay for it. Amazon may keep the text to improve its service, unless your ' +
        'AWS organization opts out.',
    );
  }
  if (translator === 'apertium') {
    new CfnRule(stack, 'ApertiumIsForTheLaptop', {
      assertions: [
        {
          assert: Fn.conditionEquals('laptop', 'AWS'),
          assertDescription:
            'Apertium only runs on a laptop. Set the context value translator to none or amazon-translate.',
        },
      ],
    });
  }
};
