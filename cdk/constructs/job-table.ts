import { RemovalPolicy } from 'aws-cdk-lib/core';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import { dataKey } from './data-key.ts';
import { pinLogicalId } from './pin-logical-id.ts';
import { grantStatements, refuseForgery, type TableGrants, type WorkerGrants } from './table-grants.ts';

/**
 * What the index `listed` carries of each item. CloudFormation cannot change the projection of a deployed index: a list that
 * needs one more attribute needs an index with another name. DynamoDB allows 20 attributes.
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

/** The only table. Its sparse index `due` lists what a sweeper must process and when; `listed` lists each project's jobs and files. */
export class JobTable extends Table {
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
    pinLogicalId(this, 'TableCD117FA1');
    this.addGlobalSecondaryIndex({
      indexName: 'due',
      partitionKey: { name: 'due_shard', type: AttributeType.STRING },
      sortKey: { name: 'due_at', type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    this.addGlobalSecondaryIndex({
      indexName: 'listed',
      partitionKey: { name: 'listed_project', type: AttributeType.STRING },
      sortKey: { name: 'listed_at', type: AttributeType.STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: listedProjection,
    });
  }

  /** Grants actions on items of the named partitions only. Pass all grants of a function in one call. */
  allow(...grants: readonly TableGrants[]): Access {
    return this.access(grantStatements(grants, this.tableArn));
  }

  /** Like `allow`, for functions that process customers' files or call customers' servers. Also denies forging items. */
  allowWorker(...grants: readonly WorkerGrants[]): Access {
    return this.access([...grantStatements(grants, this.tableArn), ...refuseForgery(grants, this.tableArn)]);
  }

  private access(statements: readonly PolicyStatement[]): Access {
    return { variable: 'TABLE_NAME', value: this.tableName, statements };
  }
}
