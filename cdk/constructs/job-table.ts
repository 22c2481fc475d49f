import { RemovalPolicy } from 'aws-cdk-lib/core';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { listedFileAttributes } from '#lib/files/file.ts';
import { listedAttributes } from '#lib/transcriptions/listed-transcription.ts';
import type { Access } from './access.ts';

type ItemAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'ConditionCheckItem' | 'Query' | 'Scan';

type Index = 'due' | 'listed';

/** The one table. Its sparse index `due` lists what somebody must look at by an instant, `listed` the jobs and files of each project. */
export class JobTable extends Table {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'ttl',
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
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
      nonKeyAttributes: [...new Set([...listedAttributes, ...listedFileAttributes])],
    });
  }

  allow(...actions: readonly [ItemAction, ...ItemAction[]]): Access {
    return this.access([this.statement(actions, this.tableArn)]);
  }

  /** As `allow`, and the right to query one index. */
  allowIndex(index: Index, ...actions: readonly [ItemAction, ...ItemAction[]]): Access {
    return this.access([
      this.statement(actions, this.tableArn),
      this.statement(['Query'], `${this.tableArn}/index/${index}`),
    ]);
  }

  private access(statements: PolicyStatement[]): Access {
    return { variable: 'TABLE_NAME', value: this.tableName, statements };
  }

  private statement(actions: readonly string[], resource: string) {
    return new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [resource],
    });
  }
}
