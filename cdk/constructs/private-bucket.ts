import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
  type BucketProps,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import { dataKey } from './data-key.ts';
import { pinLogicalId } from './pin-logical-id.ts';

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject';
type BucketActions<Prefix extends string> = { readonly [Action in ObjectAction]?: readonly Prefix[] } & {
  /** Without it S3 answers 403 instead of 404 for a missing key. */
  readonly ListBucket?: true;
};

type PrivateBucketProps = Pick<BucketProps, 'cors'> & {
  readonly logicalId: string;
  /** Environment variable with the bucket's name. */
  readonly variable: string;
  readonly expireAfter: Duration;
};

/** A private bucket, TLS only, whose objects expire. `Prefix` lists the prefixes that grants can name. */
export class PrivateBucket<Prefix extends string> extends Bucket {
  private readonly variable: string;

  constructor(
    scope: Construct,
    id: string,
    { logicalId, variable, expireAfter, ...props }: PrivateBucketProps,
  ) {
    const encryptionKey = dataKey(scope, id);
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      ...(encryptionKey
        ? { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      // No versioning: an old version would keep customers' audio after its deletion.
      lifecycleRules: [{ expiration: expireAfter, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN,
      ...props,
    });
    pinLogicalId(this, logicalId);
    this.variable = variable;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Access logs would record who uploaded what, for longer than the objects exist.',
    });
  }

  allow({ ListBucket, ...actions }: BucketActions<Prefix>): Access {
    const statements = Object.entries(actions).map(
      ([action, prefixes]) =>
        new PolicyStatement({
          actions: [`s3:${action}`],
          resources: prefixes.map((prefix) => this.arnForObjects(`${prefix}/*`)),
        }),
    );
    if (ListBucket) {
      statements.push(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.bucketArn] }));
    }
    return { variable: this.variable, value: this.bucketName, statements };
  }
}
