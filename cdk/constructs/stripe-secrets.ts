import { CfnOutput, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type Access, secretAccess } from './access.ts';
import { dataKey } from './data-key.ts';
import { pinLogicalId } from './pin-logical-id.ts';

/** Secrets from the payment provider. The operator enters them. Until then, the functions that need them do not start. */
export class StripeSecrets extends Construct {
  /** The account's API key: creates checkouts and reads invoices. */
  readonly apiKey: Access;
  /** The event endpoint's signing secret: proves that an event comes from the provider. */
  readonly signing: Access;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.apiKey = this.secret('ApiKey', 'STRIPE_API_KEY_ARN', 'sk_live_… or rk_live_…');
    pinLogicalId(this.node.findChild('ApiKey'), 'StripeApiKey4C16BE49');
    this.signing = this.secret('SigningSecret', 'STRIPE_SIGNING_SECRET_ARN', 'whsec_…');
    pinLogicalId(this.node.findChild('SigningSecret'), 'StripeSigningSecret19F17A47');
  }

  private secret(id: string, variable: string, form: string): Access {
    const encryptionKey = dataKey(this, id);
    const secret = new Secret(this, id, {
      ...(encryptionKey && { encryptionKey }),
      description: `Earshot: the payment provider's ${form}, entered by the operator.`,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Only the payment provider can issue a new one. The operator rotates it there and enters it here.',
    });
    new CfnOutput(this, `${id}Arn`, { value: secret.secretArn });
    return secretAccess(variable, secret);
  }
}
