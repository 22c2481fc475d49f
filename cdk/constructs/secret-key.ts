import { RemovalPolicy } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import { pinLogicalId } from './pin-logical-id.ts';

type SecretKeyProps = { readonly logicalId: string; readonly variable: string };

/** The KMS key that encrypts customers' secrets. A function that encrypts cannot decrypt. */
export class SecretKey extends Key {
  private readonly variable: string;

  constructor(scope: Construct, id: string, { logicalId, variable }: SecretKeyProps) {
    super(scope, id, {
      description: 'Earshot: signing secrets of webhooks',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    pinLogicalId(this, logicalId);
    this.variable = variable;
  }

  allow(action: 'Encrypt' | 'Decrypt'): Access {
    const statement = new PolicyStatement({ actions: [`kms:${action}`], resources: [this.keyArn] });
    return { variable: this.variable, value: this.keyArn, statements: [statement] };
  }
}
