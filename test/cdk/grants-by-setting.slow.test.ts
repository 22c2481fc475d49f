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

const sending = (file: string) =>
  ['configuration-set', 'identity'].map((kind) => {
    const from = 'if StringEquals ses:FromAddress earshot@app.example';
    return expect.stringMatching(new RegExp(`^${file}: ses:SendEmail \\S+:${kind}/\\* ${from}$`));
  });

test('with a sender of emails, only what creates and renews invitations may send, from that address alone', () => {
  expect(addedBy({ mailFrom: 'earshot@app.example' })).toEqual([
    ...sending('platform/invitations/create.ts'),
    ...sending('platform/invitations/renew.ts'),
  ]);
});

test('with products and a sender of emails, what buys top-ups may also send, and list the members to tell', () => {
  const ofBoth = addedBy({ ...selling, mailFrom: 'earshot@app.example' });
  const alone = [...addedBy(selling), ...addedBy({ mailFrom: 'earshot@app.example' })];
  expect(ofBoth.filter((grant) => !alone.includes(grant))).toEqual([
    `workers/buy-top-ups.ts: dynamodb:GetItem Table org_${'?'.repeat(26)}`,
    'workers/buy-top-ups.ts: dynamodb:GetItem Table org_none',
    `workers/buy-top-ups.ts: dynamodb:Query Table org_${'?'.repeat(26)}`,
    'workers/buy-top-ups.ts: dynamodb:Query Table org_none',
    ...sending('workers/buy-top-ups.ts'),
  ]);
});

test('with products, the routes of payments may read the API key, the event receiver also the signing secret, and one worker may charge and credit', () => {
  const worker = [
    ...[
      'GetItem Table org_*/customer',
      'GetItem Table payment/*',
      'PutItem Table org_*/ledger',
      'Query Table org_*/balance',
    ],
    ...['Query Table/index/due top-ups-*', 'UpdateItem Table org_*/balance'],
    ...['UpdateItem Table org_*/top-up', 'UpdateItem Table payment/*'],
  ].map((grant) => `dynamodb:${grant}`);
  const logged = ['logs:CreateLogStream TopUpsWorkerLogs', 'logs:PutLogEvents TopUpsWorkerLogs'];
  const traced = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];
  expect(addedBy(selling)).toEqual([
    'platform/billing/change-top-up.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/create-checkout.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/get-receipt.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/list-subscriptions.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/open-portal.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/receive-event.ts: secretsmanager:GetSecretValue StripeApiKey',
    'platform/billing/receive-event.ts: secretsmanager:GetSecretValue StripeSigningSecret',
    'platform/organizations/delete.ts: secretsmanager:GetSecretValue StripeApiKey',
    ...[...worker, ...logged, 'secretsmanager:GetSecretValue StripeApiKey', ...traced].map(
      (grant) => `workers/buy-top-ups.ts: ${grant}`,
    ),
  ]);
});

test('with prepayment, creating a job may reserve credit, and what recognizes audio may read balances and find live sessions', () => {
  const balance = 'Table org_*/balance';
  const reads = (file: string) => [`${file}: dynamodb:Query ${balance}`];
  const reserves = (file: string) => [`${file}: dynamodb:UpdateItem ${balance}`];
  const finds = (file: string) => [`${file}: dynamodb:GetItem Table org_*/project-places`];
  const estimates = (file: string) => [
    `${file}: dynamodb:GetItem Table prj_*/file_*`,
    `${file}: dynamodb:GetItem Table prj_*/upl_*`,
    ...reserves(file),
  ];
  expect(addedBy({ prepaid: true })).toEqual([
    ...estimates('api/audio/create-transcription.ts'),
    ...estimates('api/audio/create-translation.ts'),
    ...finds('api/realtime-sessions/create.ts'),
    ...estimates('api/transcriptions/create.ts'),
    ...reserves('api/transcriptions/retry.ts'),
    ...finds('platform/realtime-sessions/create.ts'),
    ...estimates('platform/transcriptions/create.ts'),
    ...reserves('platform/transcriptions/retry.ts'),
    ...finds('realtime/authorize.ts'),
    ...reads('realtime/authorize.ts'),
    ...finds('workers/run-session.ts'),
    ...reads('workers/run-session.ts'),
  ]);
});
