import type { Settings } from '../settings.ts';
import { stackId } from '../stage.ts';
import { type KeyFacts, keyProblem } from './key.ts';
import { type MailFacts, mailProblem } from './mail.ts';
import { pausedProblem, pollersProblem, type QueueMapping } from './mappings.ts';
import { tableProblem, type TableFacts } from './table.ts';

/** The facts that a deployment depends on. */
export type Facts = {
  readonly region: string;
  readonly settings: Settings;
  readonly isLayerBuilt: boolean;
  /** The concurrent Lambda executions of the account in the region. */
  readonly concurrency: {
    readonly account: number;
    /** Executions that no function has reserved. */
    readonly unreserved: number;
    /** Executions that functions of this stage have reserved. */
    readonly own: number;
  };
  readonly buckets: readonly string[];
  /** The names of the functions that this stage has deployed. */
  readonly functions: readonly string[];
  readonly mappings: readonly QueueMapping[];
  /** The names of functions that may not start. */
  readonly stopped: readonly string[];
  readonly table: TableFacts;
  /** Undefined without the setting `encryptionKeyArn`. */
  readonly key: KeyFacts | undefined;
  /** Undefined without the setting `mailFrom`. */
  readonly mail: MailFacts | undefined;
};

/** A note is no reason against a deployment, which may be the repair that somebody waits for. */
export type Finding = { readonly check: string; readonly problem?: string; readonly isNote: boolean };

const concurrencyProblem = ({ settings, concurrency }: Facts): string | undefined => {
  const { accountConcurrency: wanted, accountQuota: quota = 0 } = settings;
  const { account, unreserved, own } = concurrency;
  if (account < wanted)
    return `The account has ${account} concurrent executions, but accountConcurrency is ${wanted}. Request more in Service Quotas under AWS Lambda, "Concurrent executions" (free), or set accountConcurrency to what Earshot may use.`;
  if (account < quota)
    return `The account has ${account} concurrent executions, but accountQuota is ${quota}, so no alarm would say that they are used up. Set accountQuota to ${account}.`;
  const free = unreserved + own;
  if (free < wanted)
    return `Other functions have reserved ${account - free} of ${account} concurrent executions. Set accountConcurrency to at most ${free}.`;
  return undefined;
};

const regionProblem = ({ region }: Facts): string | undefined =>
  /^(cn|eu-isoe|eusc|us-gov|us-isob?|us-isof)-/.test(region)
    ? `${region} is not a region of the partition aws. The console needs CloudFront and Cognito as they are there.`
    : undefined;

/** With `realtime` off, the CDK does not know the stack of realtime sessions. */
const realtimeProblem = ({ settings, functions }: Facts): string | undefined => {
  const stack = stackId(settings, 'Realtime');
  return settings.realtime === 'off' && functions.some((name) => name.startsWith(`${stack}-`))
    ? `The stack ${stack} would stay, with its live sessions and the concurrency that it reserves. Destroy it before you set realtime to off: see "Update and remove" in docs/deployment.md.`
    : undefined;
};

const bootstrapProblem = ({ region, buckets }: Facts): string | undefined =>
  buckets.some((name) => new RegExp(`^cdk-\\w+-assets-\\d{12}-${region}$`).test(name))
    ? undefined
    : `There is no bucket of the CDK for ${region}. Run npx cdk bootstrap.`;

const certificateProblem = ({ region, settings }: Facts): string | undefined => {
  const elsewhere = (['apiDomain', 'realtimeDomain'] as const).filter((name) => {
    const arn = settings[name]?.certificateArn;
    return arn !== undefined && arn.split(':')[3] !== region;
  });
  return elsewhere.length === 0
    ? undefined
    : `The certificate of ${elsewhere.join(' and ')} has to be in ${region}, the region of the deployment.`;
};

const topicProblem = ({ region, settings }: Facts): string | undefined => {
  const elsewhere = (['alarmTopicArn', 'ticketTopicArn'] as const).filter((name) => {
    const arn = settings[name];
    return arn !== undefined && arn.split(':')[3] !== region;
  });
  return elsewhere.length === 0
    ? undefined
    : `The topic of ${elsewhere.join(' and ')} has to be in ${region}: alarms publish in their own region only.`;
};

const zonesProblem = ({ region, settings: { decoderZones = [] } }: Facts): string | undefined =>
  decoderZones.every((zone) => zone.startsWith(region))
    ? undefined
    : `The zones ${decoderZones.join(' and ')} of decoderZones are not in ${region}.`;

const layerProblem = ({ isLayerBuilt, settings }: Facts): string | undefined =>
  isLayerBuilt
    ? undefined
    : `The speech layer for ${settings.speechModels.join()} is not built. Run npm run layer.`;

const checks: Readonly<Record<string, (facts: Facts) => string | undefined>> = {
  region: regionProblem,
  'speech layer': layerProblem,
  'CDK bootstrap': bootstrapProblem,
  'concurrency of Lambda': concurrencyProblem,
  'realtime sessions': realtimeProblem,
  'certificates of the APIs': certificateProblem,
  'topics of alarms': topicProblem,
  "zones of the decoder's network": zonesProblem,
  'encryption key': ({ region, settings: { encryptionKeyArn: arn }, key }) =>
    arn === undefined || key === undefined ? undefined : keyProblem(region, arn, key),
  'sender of emails': ({ region, settings, mail }) => mail && mailProblem(region, settings, mail),
  table: ({ settings, table }) => tableProblem(settings, table),
  'pollers of queues': ({ settings, mappings }) => pollersProblem(settings, mappings),
  'work that is paused': ({ mappings, stopped }) => pausedProblem(mappings, stopped),
};
const notes: readonly string[] = ['work that is paused'];

/** The result of each check of a deployment: the problem, if any, and the remedy. */
export const findingsOf = (facts: Facts): Finding[] =>
  Object.entries(checks).map(([check, problemOf]) => {
    const problem = problemOf(facts);
    return { check, ...(problem !== undefined && { problem }), isNote: notes.includes(check) };
  });
