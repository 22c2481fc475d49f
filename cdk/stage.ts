import { Aws, PermissionsBoundary, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

const parts = ['Data', 'Api', 'People', 'Console', 'Realtime', 'Workers', 'Webhooks'] as const;
type Part = (typeof parts)[number];

/** `EarshotData`, or `EarshotDevData` with the stage `dev`. Names of exports and of most resources begin with it. */
export const stackId = ({ stage = '' }: Settings, part: Part): string =>
  `Earshot${stage.charAt(0).toUpperCase()}${stage.slice(1)}${part}`;

export const stackIds = (settings: Settings): string[] => parts.map((part) => stackId(settings, part));

/** `earshot`, or `earshot-dev` with the stage `dev`. Used in log lines, metrics, and names of APIs. */
export const serviceName = (scope: Construct): string => {
  const stage: unknown = scope.node.tryGetContext('stage');
  return typeof stage === 'string' && stage !== '' ? `earshot-${stage}` : 'earshot';
};

/**
 * A name that is unique across regions, for services whose names are shared by all regions of an account:
 * `earshot-dev-PageHeaders-eu-central-1`.
 */
export const globalName = (scope: Construct, ...names: readonly string[]): string =>
  [serviceName(scope), ...names, Aws.REGION].join('-');

/**
 * The tags of the settings, and ours where the settings have no tag of that name. IAM refuses a role with two tags whose names
 * differ only in capitals.
 */
const tagsOf = ({ stage, tags }: Pick<Settings, 'stage' | 'tags'>): Record<string, string> => {
  const given = Object.keys(tags).map((name) => name.toLowerCase());
  const own = Object.entries({ service: 'earshot', ...(stage !== undefined && { stage }) });
  return { ...Object.fromEntries(own.filter(([name]) => !given.includes(name))), ...tags };
};

/** The properties of all stacks. CloudFormation puts the tags of a stack on its resources. */
export const commonProps = ({ stage, tags, permissionsBoundary }: Settings): StackProps => ({
  tags: tagsOf({ stage, tags }),
  ...(permissionsBoundary !== undefined && {
    permissionsBoundary: permissionsBoundary.startsWith('arn:')
      ? PermissionsBoundary.fromArn(permissionsBoundary)
      : PermissionsBoundary.fromName(permissionsBoundary),
  }),
});
