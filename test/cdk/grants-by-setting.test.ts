import { expect, test } from 'vitest';
import { grantsOf } from '../support/grants.ts';
import { fileOf, synthesize } from '../support/templates.ts';

const grantsOfAll = (context: Record<string, unknown>): string[] => {
  const templates = synthesize(context);
  return templates
    .ofType('AWS::Lambda::Function')
    .flatMap((fn) => grantsOf(fn, templates).map((grant) => `${fileOf(fn)}: ${grant}`))
    .toSorted();
};
const usual = new Set(grantsOfAll({}));

/** What functions may do in a deployment with these settings and not in one without. */
const moreWith = (context: Record<string, unknown>): string[] =>
  grantsOfAll(context).filter((grant) => !usual.has(grant));

test('with Amazon Translate only the function that finishes jobs may use it, and keep what it translated', () => {
  expect(moreWith({ translator: 'amazon-translate' })).toEqual([
    'workers/finish-job.ts: s3:PutObject Audio/work/*',
    'workers/finish-job.ts: translate:TranslateText *',
  ]);
});

test('where something is sold, opening a checkout needs the API key, and taking events the signing secret too', () => {
  const products = [
    { price_id: 'p', kind: 'credit_pack', name: 'Credit', amount_usd: '20', credit_usd: '20' },
  ];
  expect(moreWith({ products })).toEqual([
    'platform/billing/create-checkout.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/receive-event.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/receive-event.ts: secretsmanager:GetSecretValue StripeSigningSecret',
  ]);
});

test('with prepayment, queueing a job holds a part of a balance, and learning how long its audio is may read balances', () => {
  expect(moreWith({ prepaid: true })).toEqual([
    'api/transcriptions/create.ts: dynamodb:GetItem Table prj_*/file_*',
    'api/transcriptions/create.ts: dynamodb:GetItem Table prj_*/upl_*',
    'api/transcriptions/create.ts: dynamodb:Query Table org_*/balance',
    'api/transcriptions/create.ts: dynamodb:UpdateItem Table org_*/balance',
    'api/transcriptions/retry.ts: dynamodb:Query Table org_*/balance',
    'api/transcriptions/retry.ts: dynamodb:UpdateItem Table org_*/balance',
    'platform/transcriptions/create.ts: dynamodb:GetItem Table prj_*/file_*',
    'platform/transcriptions/create.ts: dynamodb:GetItem Table prj_*/upl_*',
    'platform/transcriptions/create.ts: dynamodb:Query Table org_*/balance',
    'platform/transcriptions/create.ts: dynamodb:UpdateItem Table org_*/balance',
    'platform/transcriptions/retry.ts: dynamodb:Query Table org_*/balance',
    'platform/transcriptions/retry.ts: dynamodb:UpdateItem Table org_*/balance',
    'workers/split-audio.ts: dynamodb:Query Table org_*/balance',
  ]);
});
