import { RemovalPolicy } from 'aws-cdk-lib/core';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { dataKey } from './data-key.ts';

/** A log group that is deleted with its stack, encrypted by the key of the setting `encryptionKeyArn` if there is one. */
export class ServiceLogs extends LogGroup {
  constructor(scope: Construct, id: string, retention: RetentionDays) {
    const encryptionKey = dataKey(scope, id);
    super(scope, id, {
      retention,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(encryptionKey && { encryptionKey }),
    });
  }
}
