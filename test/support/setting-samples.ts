import type { Settings } from '#cdk/settings.ts';

const product = {
  price_id: 'price_1',
  kind: 'credit_pack',
  name: 'Credit',
  amount_usd: '20',
  credit_usd: '20',
};

/** A value for every setting, as in cdk.json. A setting without a value does not compile. */
export const settingSamples: { readonly [Name in keyof Required<Settings>]: unknown } = {
  allowedOrigins: ['https://app.example'],
  resultRetentionDays: 7,
  accountConcurrency: 500,
  accountQuota: 1000,
  eventPollers: 2,
  helpers: 'off',
  helperProcesses: 4,
  projectShare: { fetch: 5 },
  speechModels: 'moonshine-tiny',
  translator: 'none',
  limits: { unfinishedJobsPerProject: 200 },
  logRetentionDays: 7,
  decoderNetwork: 'none',
  decoderZones: ['us-east-1b', 'us-east-1c'],
  realtime: 'off',
  realtimeSessions: 20,
  selfSignUp: true,
  products: [product],
  prepaid: true,
  statusUrl: 'https://status.app.example',
  mailFrom: 'earshot@app.example',
  mailIdentity: 'domain',
  alarmEmail: 'on-call@app.example',
  alarmTopicArn: 'arn:aws:sns:us-east-1:111122223333:pages',
  ticketTopicArn: 'arn:aws:sns:us-east-1:111122223333:tickets',
  release: 'canary',
  encryptionKeyArn: 'arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555',
  formerKeyArns: ['arn:aws:kms:us-east-1:111122223333:key/66666666-7777-8888-9999-000000000000'],
  apiDomain: {
    name: 'api.app.example',
    certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/11111111',
  },
  realtimeDomain: {
    name: 'live.app.example',
    certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/11111111',
  },
  consoleDomain: {
    name: 'console.app.example',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/22222222',
  },
  table: 'EarshotData-Restored-20261123T0210',
  backup: {
    vault: 'earshot',
    retentionDays: 90,
    copyTo: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:earshot',
  },
  webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/earshot/33333333',
  stage: 'dev',
  tags: { 'cost-center': 'speech' },
  permissionsBoundary: 'developers',
};

const { mailFrom, mailIdentity } = settingSamples;

/** A context for each setting, with only this setting and the settings that it requires. */
export const settingsAlone: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...Object.fromEntries(Object.entries(settingSamples).map(([name, value]) => [name, { [name]: value }])),
  mailIdentity: { mailFrom, mailIdentity },
};
