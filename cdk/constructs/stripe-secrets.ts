import { CfnOutput, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Access } from './access.ts';

/** What the payment provider gives the operator, who puts it in here. Until then the functions that need it do not start. */
export class StripeSecrets extends Construct {
  /** Of the account: opens checkouts and tells which invoice was paid. */
  readonly apiKey: Access;
  /** Of the endpoint for events: shows that an event is the provider's. */
  readonly signing: Access;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.apiKey = this.secret('ApiKey', 'STRIPE_API_KEY_ARN', 'sk_live_… or rk_live_…');
    this.signing = this.secret('SigningSecret', 'STRIPE_SIGNING_SECRET_ARN', 'whsec_…');
  }

  private secret(id: string, variable: string, form: string): Access {
    const secret = new Secret(this, id, {
      description: `Earshot: the payment provider's ${form}, put in by the operator.`,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Only the payment provider can issue another one; the operator rolls it there and puts it in here.',
    });
    new CfnOutput(this, `${id}Arn`, { value: secret.secretArn });
    const statement = new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [secret.secretArn],
    });
    return { variable, value: secret.secretArn, statements: [statement] };
  }
}
