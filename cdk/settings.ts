import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import * as z from 'zod';
import { Products } from '#lib/domain/billing/products.ts';
import { defaultSpeechModel, SpeechModelName } from '#lib/speech/engines/models.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { TranslatorName } from '#lib/speech/translation/translators.ts';
import { defaultAccountConcurrency } from './concurrency.ts';
import { GivenShares } from './project-share.ts';

const origins = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .pipe(z.array(z.string().regex(/^(\*|https?:\/\/[^\s/]+)$/)).min(1));

/** On a command line everything is text. */
const fromJson = z.unknown().transform((value, context): unknown => {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    context.addIssue({ code: 'custom', message: 'This is no JSON.' });
    return z.NEVER;
  }
});
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

export const settingsSchema = z.object({
  /** Web origins whose pages may POST audio to the bucket. The signed policy is the credential, so any origin may by default. */
  allowedOrigins: origins.default(['*']),
  resultRetentionDays: z.coerce.number().int().min(1).default(30),
  /** Concurrent executions of Lambda that the account has, or Earshot's part of them: concurrency.ts divides them. */
  accountConcurrency: z.coerce.number().int().min(1).default(defaultAccountConcurrency),
  /** How much of a stage one project may take: `{"fetch": 10, …}`, each bounded by what the stage has for all. */
  projectShare: GivenShares.prefault({}),
  /** What turns speech into text; another one than the default needs its weights in the speech layer. */
  speechModel: SpeechModelName.default(defaultSpeechModel),
  /** What translates text into languages that the speech model does not translate to by itself. */
  translator: TranslatorName.default('none'),
  /** What customers may do, `{"unfinishedJobsPerProject": 200, …}`; see lib/platform/limits/limits.ts. On a command line it is JSON. */
  limits: fromJson.pipe(Limits).prefault({}),
  logRetentionDays: z.coerce.number().pipe(z.enum(RetentionDays)).default(RetentionDays.ONE_MONTH),
  /** `none` saves the endpoint of SQS, about $15 a month: ffmpeg, which reads hostile files, could then call anybody. */
  decoderNetwork: z.enum(['isolated', 'none']).default('isolated'),
  /** Whether anybody may make an account at the console. By default the operator invites people. */
  selfSignUp: flag.default(false),
  /**
   * What organizations can buy, each for a price that the operator has made at Stripe; without products nothing can be
   * bought. `[{"price_id": "price_…", "kind": "credit_pack" or "subscription", "name", "amount_usd", "credit_usd"}]`
   */
  products: Products.prefault([]),
  /**
   * Whether a job is refused while nothing of its organization's balance is free. Each job on its way holds what it may cost,
   * so that the balance falls below zero by one job at most, $1.50, however many are queued at once; but not for those that
   * were queued before this was switched on. Jobs in test mode and of projects that no organization owns
   * (cdk/create-api-key.ts) need no credit.
   */
  prepaid: flag.default(false),
  /** Every alarm is mailed to this address. Without it the alarms only show in CloudWatch. */
  alarmEmail: z.email().optional(),
});

export type Settings = z.output<typeof settingsSchema>;

/** Reads the settings from the CDK context (`-c name=value`, or `context` in cdk.json); throws on a bad value. */
export const readSettings = (node: Node): Settings =>
  settingsSchema.parse(
    Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, node.tryGetContext(name)])),
  );
