import { Annotations, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import { dataKey } from './data-key.ts';
import { pinLogicalId } from './pin-logical-id.ts';
import { grantStatements, refuseForgery, type TableGrants, type WorkerGrants } from './table-grants.ts';

/**
 * The attributes of each item in the index `listed`. CloudFormation cannot change the projection of a deployed index, so
 * a new attribute needs an index with another name. DynamoDB allows 20 attributes.
 */
const listedProjection = [
  'tenant',
  'id',
  'status',
  'requestId',
  'createdAt',
  'expiresAt',
  'startedAt',
  'completedAt',
  'deletedAt',
  'sourceDeletedAt',
  'uploadId',
  'fileId',
  'audioMs',
  'channels',
  'detectedLanguage',
  'billedMicroUsd',
  'error',
  'name',
  'contentType',
  'bytes',
];

/** The logical id of the table in EarshotData. The name of the table begins with the name of the stack and this id. */
export const tableLogicalId = 'TableCD117FA1';
export const indexNames = { due: 'due', listed: 'listed' } as const;

const tableArnOf = (scope: Construct, name: string): string =>
  Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: name });

const restoredTable = (scope: Construct): string | undefined => {
  const name: unknown = scope.node.tryGetContext('table');
  return typeof name === 'string' && name !== '' ? name : undefined;
};

/**
 * Returns what is wrong with the name of a restored table. A setting in cdk.json applies to every stage, and two stages
 * that share a table would process each other's jobs.
 */
export const restoredNameProblem = (name: string, dataStack: string): string | undefined =>
  name.startsWith(`${dataStack}-`)
    ? undefined
    : `The table ${name} is of another stage: names of this one begin with ${dataStack}-. Pass -c table= if the stage has no restored table.`;

/**
 * The only table. Its sparse index `due` lists the items that a sweeper must process, with the time. `listed` lists each
 * project's jobs and files.
 */
export class JobTable extends Table {
  /**
   * The table that functions, alarms and backups use: this one, or the restored one of the setting `table`. This one
   * exists in both cases.
   */
  readonly used: { readonly name: string; readonly arn: string };

  constructor(scope: Construct, id: string) {
    const encryptionKey = dataKey(scope, id);
    super(scope, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'ttl',
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
      deletionProtection: true,
      ...(encryptionKey && { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }),
    });
    pinLogicalId(this, tableLogicalId);
    this.addGlobalSecondaryIndex({
      indexName: indexNames.due,
      partitionKey: { name: 'due_shard', type: AttributeType.STRING },
      sortKey: { name: 'due_at', type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.addGlobalSecondaryIndex({
      indexName: indexNames.listed,
      partitionKey: { name: 'listed_project', type: AttributeType.STRING },
      sortKey: { name: 'listed_at', type: AttributeType.STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: listedProjection,
    });
    const restored = restoredTable(this);
    const problem = restored && restoredNameProblem(restored, Stack.of(this).stackName);
    if (problem) Annotations.of(this).addError(problem);
    this.used =
      restored === undefined
        ? { name: this.tableName, arn: this.tableArn }
        : { name: restored, arn: tableArnOf(this, restored) };
  }

  /** Grants actions on items of the named partitions only. Pass all grants of a function in one call. */
  allow(...grants: readonly TableGrants[]): Access {
    return this.access(grantStatements(grants, this.used.arn));
  }

  /** Like `allow`, for functions that process customers' files or call customers' servers. Also denies forging items. */
  allowWorker(...grants: readonly WorkerGrants[]): Access {
    return this.access([...grantStatements(grants, this.used.arn), ...refuseForgery(grants, this.used.arn)]);
  }

  private access(statements: readonly PolicyStatement[]): Access {
    return { variable: 'TABLE_NAME', value: this.used.name, statements };
  }
}
