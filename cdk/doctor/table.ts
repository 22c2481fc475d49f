import { indexNames, restoredNameProblem, tableLogicalId } from '../constructs/job-table.ts';
import type { Settings } from '../settings.ts';
import { stackId } from '../stage.ts';

/**
 * The state of a restored table. A restore keeps indexes and encryption, but not TTL, point-in-time recovery or deletion
 * protection.
 */
export type RestoredTable = {
  readonly status: string;
  readonly keys: readonly string[];
  readonly indexes: readonly string[];
  readonly ttlAttribute: string | undefined;
  readonly isRecoverable: boolean;
  readonly isProtected: boolean;
  /** The ARN of the customer-managed KMS key. Undefined if AWS's own key encrypts the table. */
  readonly keyArn: string | undefined;
};

export type TableFacts = {
  /** The table that the deployed functions use; undefined before the first deployment. */
  readonly deployed: string | undefined;
  /** The table of the setting `table`. Undefined without the setting, or if the table does not exist. */
  readonly restored: RestoredTable | undefined;
};

const lacks = (name: string, table: RestoredTable, { encryptionKeyArn }: Settings): string[] => [
  ...(table.status === 'ACTIVE' ? [] : [`is ${table.status}: wait until it is ACTIVE`]),
  ...(table.keys.join() === 'pk,sk' ? [] : ['has not the keys pk and sk: it is another table']),
  ...Object.values(indexNames)
    .filter((index) => !table.indexes.includes(index))
    .map((index) => `lacks the index ${index}: restore it with all indexes`),
  ...(table.ttlAttribute === 'ttl'
    ? []
    : [
        `expires no items: aws dynamodb update-time-to-live --table-name ${name} --time-to-live-specification Enabled=true,AttributeName=ttl`,
      ]),
  ...(table.isRecoverable
    ? []
    : [
        `has no point-in-time recovery: aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
      ]),
  ...(table.isProtected
    ? []
    : [`may be deleted: aws dynamodb update-table --table-name ${name} --deletion-protection-enabled`]),
  ...(table.keyArn === encryptionKeyArn
    ? []
    : [
        `is encrypted by ${table.keyArn ?? "AWS's own key"}, and not by that of encryptionKeyArn: restore it with --sse-specification-override`,
      ]),
];

/**
 * Returns what is wrong with the restored table of the setting, or with a deployment that would stop using a restored
 * table. Undefined if nothing is.
 */
export const tableProblem = (settings: Settings, { deployed, restored }: TableFacts): string | undefined => {
  const { table } = settings;
  const dataStack = stackId(settings, 'Data');
  if (table === undefined) {
    const first = `${dataStack}-${tableLogicalId}-`;
    if (deployed === undefined || deployed.startsWith(first)) return undefined;
    return `The functions use the restored table ${deployed}, and this deployment would go back to the first one. Put "table": "${deployed}" into cdk.json.`;
  }
  const nameProblem = restoredNameProblem(table, dataStack);
  if (nameProblem !== undefined) return nameProblem;
  if (!restored) return `There is no table ${table} in this account and region.`;
  const problems = lacks(table, restored, settings);
  return problems.length === 0 ? undefined : `${table} ${problems.join('; it ')}.`;
};
