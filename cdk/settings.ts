import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import * as z from 'zod';
import { Products } from '#lib/domain/billing/products.ts';
import { fromJson } from '#lib/platform/from-json.ts';
import { speechModelList } from '#lib/speech/engines/models.ts';
import { TranslatorName } from '#lib/speech/translation/translators.ts';
import { defaultAccountConcurrency, defaultHelperProcesses } from './concurrency.ts';
import { GivenLimits } from './organization-waits.ts';
import { GivenShares } from './project-share.ts';

// A list in cdk.json, or text with commas on the command line.
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]);

// Browsers write hosts in lower case, and S3 compares an origin as it is written.
const origins = list.pipe(
  z
    .array(
      z
        .string()
        .toLowerCase()
        .regex(/^(\*|https?:\/\/[^\s/]+)$/),
    )
    .min(1),
);

// Names such as `us-east-1b`, not ids such as `use1-az1`.
const zones = list.pipe(
  z
    .array(z.string().regex(/^[a-z]+(-[a-z]+)+-\d[a-z]$/, 'This is not the name of an availability zone.'))
    .length(2)
    .refine(([one, other]) => one !== other, 'These are not two zones.'),
);

const arnOf = (service: string) =>
  z.string().regex(new RegExp(`^arn:[\\w-]+:${service}:`), `This is not an ARN of ${service}.`);
const inVirginia = (service: string) =>
  z
    .string()
    .regex(
      new RegExp(`^arn:[\\w-]+:${service}:us-east-1:`),
      `This is not an ARN of ${service} in us-east-1.`,
    );
const keyArn = z
  .string()
  .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, 'This is not the ARN of a key of KMS.');
const domain = (certificateArn: z.ZodType<string>) =>
  fromJson.pipe(z.strictObject({ name: z.hostname().toLowerCase(), certificateArn }).optional());
/** `copyTo` is the ARN of a vault in another region or account. */
const Backup = z.strictObject({
  vault: z.string().regex(/^[\w-]{2,50}$/, 'This is not the name of a vault.'),
  retentionDays: z.int().min(1).max(36_500).default(90),
  copyTo: arnOf('backup').optional(),
});
export type BackupSetting = z.output<typeof Backup>;
// AWS allows 50 tags per resource, including those of Earshot and of the CDK.
const Tags = z
  .record(
    z.string().regex(/^(?!aws:)[\p{L}\p{N}\s_.:/=+@-]{1,128}$/iu, 'AWS does not take this key of a tag.'),
    z.string().regex(/^[\p{L}\p{N}\s_.:/=+@-]{0,256}$/u, 'AWS does not take this value of a tag.'),
  )
  .refine((tags) => Object.keys(tags).length <= 40, 'These are more than 40 tags.')
  .refine(
    (tags) => new Set(Object.keys(tags).map((name) => name.toLowerCase())).size === Object.keys(tags).length,
    'Two of these tags differ in capitals only, which IAM refuses.',
  );
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

export const settingsSchema = z.strictObject({
  /** Web origins whose pages may POST audio to the bucket. All by default, because the signed policy is the credential. */
  allowedOrigins: origins.default(['*']),
  resultRetentionDays: z.coerce.number().int().min(1).default(30),
  /** Concurrent Lambda executions of the account, or the part of them for Earshot. concurrency.ts divides them. */
  accountConcurrency: z.coerce.number().int().min(1).default(defaultAccountConcurrency),
  /** Concurrent Lambda executions of the whole account, if accountConcurrency is only a part of them. */
  accountQuota: z.coerce.number().int().min(1).optional(),
  /**
   * Event pollers that Lambda keeps ready for the queue of parts and for the queue of chunks, so that a long file does
   * not wait for them.
   */
  eventPollers: z.coerce.number().int().min(2).max(200).optional(),
  /** `off` omits the functions that workers call when chunks or parts wait. */
  helpers: z.enum(['on', 'off']).default('on'),
  /** The number of processes in which each helper recognizes chunks. */
  helperProcesses: z.coerce.number().int().min(2).max(5).default(defaultHelperProcesses),
  /** The number of messages of one project that each stage processes at once: `{"fetch": 10, …}`. */
  projectShare: GivenShares.prefault({}),
  /** The speech models. All models except the default need their weights in the speech layer. */
  speechModels: speechModelList,
  /** Translates into languages that the speech model cannot translate to. */
  translator: TranslatorName.default('none'),
  /** Limits for customers, `{"unfinishedJobsPerProject": 200, …}`. See lib/platform/limits/limits.ts. */
  limits: fromJson.pipe(GivenLimits).prefault({}),
  logRetentionDays: z.coerce.number().pipe(z.enum(RetentionDays)).default(RetentionDays.ONE_MONTH),
  /** `none` saves the SQS endpoint, about $15 a month. ffmpeg, which reads hostile files, can then call any server. */
  decoderNetwork: z.enum(['isolated', 'none']).default('isolated'),
  /** The two availability zones of that network. By default the first two of the region, but Lambda is not in every zone. */
  decoderZones: zones.optional(),
  /** `off` omits the WebSocket API of realtime sessions and its functions. */
  realtime: z.enum(['on', 'off']).default('on'),
  /** How many realtime sessions may be live at once. Each occupies one execution. The default is a part of accountConcurrency. */
  realtimeSessions: z.coerce.number().int().min(1).optional(),
  /** Whether strangers may create console accounts. By default the operator invites users. */
  selfSignUp: flag.default(false),
  /**
   * The products that organizations can buy. The operator first creates each price at Stripe. `[{"price_id": "price_…",
   * "kind": "credit_pack" or "subscription", "name", "amount_usd", "credit_usd"}]`
   */
  products: Products.prefault([]),
  /**
   * Whether a job is refused when its organization has no free balance. Each unfinished job reserves its maximum cost,
   * so the balance falls at most one job ($1.50) below zero. Jobs created before this setting was on reserve nothing.
   * Jobs in test mode, and jobs of projects without an organization (cdk/create-api-key.ts), need no credit.
   */
  prepaid: flag.default(false),
  /** The operator's page about outages, to which the console links. */
  statusUrl: z.url({ protocol: /^https$/ }).optional(),
  /** The address from which invitations are mailed. SES must have verified it or its domain in the region. */
  mailFrom: z.email().optional(),
  /**
   * Whether SES has verified the address `mailFrom` itself or its domain. If set, `mailFrom` also sends the sign-up
   * codes, instead of Cognito's sender, which is limited to 50 a day.
   */
  mailIdentity: z.enum(['address', 'domain']).optional(),
  /** The email address that receives every alarm. */
  alarmEmail: z.email().optional(),
  /** An existing SNS topic that receives every alarm, for example that of a pager. */
  alarmTopicArn: arnOf('sns').optional(),
  /** An existing SNS topic for alarms that can wait for the morning; they then do not go to `alarmTopicArn`. */
  ticketTopicArn: arnOf('sns').optional(),
  /** `canary` gives a new version a tenth of the calls for 15 minutes, and rolls it back if an alarm is raised in that time. */
  release: z.enum(['direct', 'canary']).default('direct'),
  /**
   * An existing KMS key that encrypts everything that is stored, including logs and alarms. By default AWS's own keys
   * do. See cdk/doctor/key.ts.
   */
  encryptionKeyArn: keyArn.optional(),
  /** Earlier values of `encryptionKeyArn`. Functions may read what these keys encrypted. */
  formerKeyArns: fromJson.pipe(z.array(keyArn).max(3)).prefault([]),
  /** The name of a restored table to use instead of the one in EarshotData, which is kept. */
  table: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'This is not the name of a table.')
    .optional(),
  /** Daily backups of the table by AWS Backup, in an existing vault: `{"vault": "earshot", "retentionDays": 90, "copyTo": ARN of a vault}`. */
  backup: fromJson.pipe(Backup.optional()),
  /**
   * The host of the HTTP API, `{"name": "api.example.com", "certificateArn": …}`. Its certificate must be in the
   * deployment's region.
   */
  apiDomain: domain(arnOf('acm')),
  /** The host of realtime sessions. API Gateway does not map one domain to an HTTP API and to a WebSocket API. */
  realtimeDomain: domain(arnOf('acm')),
  /** The host of the console. CloudFront accepts only certificates in us-east-1. */
  consoleDomain: domain(inVirginia('acm')),
  /** An AWS WAF web ACL for the console's distribution, with the scope CLOUDFRONT. HTTP APIs support none. */
  webAclArn: inVirginia('wafv2')
    .regex(/:global\/webacl\//, 'This web ACL is not of the scope CLOUDFRONT.')
    .optional(),
  /** Creates another, independent environment in the same account and region: its stacks are `EarshotDevData` and so on. */
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,15}$/, 'A stage is up to 16 lower-case letters and digits.')
    .optional(),
  /** Tags of all resources, `{"cost-center": "speech"}`. */
  tags: fromJson.pipe(Tags).prefault({}),
  /** Name or ARN of an existing policy that limits the rights of all roles. */
  permissionsBoundary: z.string().min(1).optional(),
});

export type Settings = z.output<typeof settingsSchema>;

const hasDistinctDomains = ({ apiDomain, realtimeDomain, consoleDomain }: Settings): boolean => {
  const names = [apiDomain, realtimeDomain, consoleDomain].flatMap((own) => own?.name ?? []);
  return new Set(names).size === names.length;
};
const ConsistentSettings = settingsSchema
  .refine(({ mailFrom, mailIdentity }) => mailFrom !== undefined || mailIdentity === undefined, {
    path: ['mailIdentity'],
    message: 'This is the identity of mailFrom, which is not set.',
  })
  .refine(({ accountQuota: quota, accountConcurrency: part }) => quota === undefined || quota >= part, {
    path: ['accountQuota'],
    message: 'The quota of the account is less than accountConcurrency, which is a part of it.',
  })
  .refine(hasDistinctDomains, {
    message: 'Two of apiDomain, realtimeDomain and consoleDomain have one name.',
  });

/**
 * Reads the settings from the CDK context (`-c name=value`, or `context` in cdk.json). Throws on an invalid value or an
 * unknown name. An empty value counts as unset, so that a command line can override cdk.json.
 */
export const readSettings = (node: Node): Settings => {
  const context: Readonly<Record<string, unknown>> = node.getAllContext();
  // The names of the CDK's own context have other characters.
  const given = Object.keys(context).filter((name) => /^\w+$/.test(name));
  const names = [...Object.keys(settingsSchema.shape), ...given];
  const valueOf = (name: string) => (context[name] === '' ? undefined : context[name]);
  const read = ConsistentSettings.safeParse(Object.fromEntries(names.map((name) => [name, valueOf(name)])));
  if (read.success) return read.data;
  throw new Error(`docs/deployment.md says what settings may be.\n${z.prettifyError(read.error)}`);
};
