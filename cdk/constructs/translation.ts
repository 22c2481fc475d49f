import { CfnRule, Fn, type Stack, Validations } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TranslatorName } from '#lib/speech/translation/translators.ts';
import type { Access } from './access.ts';

/** What the function that translates is told, and the right to use what it is told of. */
export const allowTranslation = (translator: TranslatorName): Access => ({
  variable: 'TRANSLATOR',
  value: translator,
  statements:
    translator === 'amazon-translate'
      ? [new PolicyStatement({ actions: ['translate:TranslateText'], resources: ['*'] })]
      : [],
});

/** Says at synthesis what a translator costs, and keeps the laptop's from being deployed. */
export const warnOfTranslator = (stack: Stack, translator: TranslatorName) => {
  if (translator === 'amazon-translate') {
    Validations.of(stack).addWarning(
      'earshot:translation-cost',
      'Amazon Translate bills this account about $15 per million characters, about a cent per minute of speech: ' +
        'twice what Earshot charges for the minute. It is not passed on to customers. Amazon may keep the text to improve its ' +
        'service unless the organization opts out of that.',
    );
  }
  if (translator === 'apertium') {
    new CfnRule(stack, 'ApertiumIsForTheLaptop', {
      assertions: [
        {
          assert: Fn.conditionEquals('laptop', 'AWS'),
          assertDescription:
            'Apertium is for the laptop. Set the context value translator to none or amazon-translate.',
        },
      ],
    });
  }
};
