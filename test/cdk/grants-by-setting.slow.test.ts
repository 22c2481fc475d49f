import { expect, test } from 'vitest';
import { grantsOf } from '../support/grants.ts';
import { fileOf, selling, synthesize } from '../support/templates.ts';

const grantsOfAll = (context: Record<string, unknown>): string[] => {
  const templates = synthesize(context);
  return templates
    .ofType('AWS::Lambda::Function')
    .flatMap((fn) => grantsOf(fn, templates).map((grant) => `${fileOf(fn)}: ${grant}`))
    .toSorted();
};
const defaultGrants = new Set(grantsOfAll({}));

/** The grants that a deployment with these settings adds to the default ones. */
const addedBy = (context: Record<string, unknown>): string[] =>
  grantsOfAll(context).filter((grant) => !defaultGrants.has(grant));

test('with Amazon Translate, only finish-job may call it and store its translations', () => {
  expect(addedBy({ translator: 'amazon-translate' })).toEqual([
    'workers/finish-job.ts: s3:PutObject Audio/work/*',
    'workers/finish-job.ts: translate:TranslateText *',
    'workers/run-session.ts: translate:TranslateText *',
  ]);
});

test('with products, checkout may read the API key, and the event receiver also the signing secret', () => {
  expect(addedBy(selling)).toEqual([
    'platform/billing/create-checkout.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/receive-event.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/receive-event.ts: secretsmanager:GetSecretValue StripeSigningSecret',
  ]);
});

test('with prepayment, creating a job may reserve credit, and what recognizes audio or begins a session may read balances', () => {
  expect(addedBy({ prepaid: true })).toEqual([
    'api/realtime-sessions/create.ts: dynamodb:Query Table org_*/balance',
    'api/transcriptions/create.ts: dynamodb:GetItem Table prj_*/file_*',
    'api/transcriptions/create.ts: dynamodb:GetItem Table prj_*/upl_*',
    'api/transcriptions/create.ts: dynamodb:Query Table org_*/balance',
    'api/transcriptions/create.ts: dynamodb:UpdateItem Table org_*/balance',
    'api/transcriptions/retry.ts: dynamodb:Query Table org_*/balance',
    'api/transcriptions/retry.ts: dynamodb:UpdateItem Table org_*/balance',
    'platform/realtime-sessions/create.ts: dynamodb:Query Table org_*/balance',
    'platform/transcriptions/create.ts: dynamodb:GetItem Table prj_*/file_*',
    'platform/transcriptions/create.ts: dynamodb:GetItem Table prj_*/upl_*',
    'platform/transcriptions/create.ts: dynamodb:Query Table org_*/balance',
    'platform/transcriptions/create.ts: dynamodb:UpdateItem Table org_*/balance',
    'platform/transcriptions/retry.ts: dynamodb:Query Table org_*/balance',
    'platform/transcriptions/retry.ts: dynamodb:UpdateItem Table org_*/balance',
    'realtime/authorize.ts: dynamodb:Query Table org_*/balance',
    'workers/run-session.ts: dynamodb:Query Table org_*/balance',
    'workers/split-audio.ts: dynamodb:Query Table org_*/balance',
  ]);
});
