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

type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject';
type BucketActions<Prefix extends string> = { readonly [Action in ObjectAction]?: readonly Prefix[] } & {
  /** Without it S3 answers 403, not 404, for a key that does not exist. */
  readonly ListBucket?: true;
};

type PrivateBucketProps = Pick<BucketProps, 'cors'> & {
  /** Environment variable through which functions learn the bucket's name. */
  readonly variable: string;
  readonly expireAfter: Duration;
};

/** A bucket nobody outside reads, TLS only, whose objects all expire. `Prefix` names the folders grants can speak of. */
export class PrivateBucket<Prefix extends string> extends Bucket {
  private readonly variable: string;

  constructor(scope: Construct, id: string, { variable, expireAfter, ...props }: PrivateBucketProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // No versioning: an old version would keep customers' audio alive after it was deleted.
      lifecycleRules: [{ expiration: expireAfter, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN,
      ...props,
    });
    this.variable = variable;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Access logs would tell who uploaded what and when for longer than the objects themselves exist.',
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
