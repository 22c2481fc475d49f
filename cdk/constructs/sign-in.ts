import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { constant, type Access } from './access.ts';

type SignInProps = {
  /** Of the console: the only place that people are sent back to. */
  readonly origin: string;
  /** Whether people may make accounts for themselves; else the operator invites them. */
  readonly selfSignUp: boolean;
};

/** The people who may sign in to the console, and the pages on which they do. They outlive the stack. */
export class SignIn extends Construct {
  /** What a function needs to know to send people there and to believe what comes back. */
  readonly access: readonly Access[];
  /** Signs the cookie of an attempt to sign in. */
  readonly cookieSecret: Access;

  constructor(scope: Construct, id: string, { origin, selfSignUp }: SignInProps) {
    super(scope, id);
    const people = new UserPool(this, 'People', {
      selfSignUpEnabled: selfSignUp,
      signInAliases: { email: true },
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      featurePlan: FeaturePlan.PLUS,
      standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // Unique in the region, as it must be, without telling the account: the id that AWS gave the stack.
    const stackId = Fn.select(2, Fn.split('/', Aws.STACK_ID));
    people.addDomain('Pages', { cognitoDomain: { domainPrefix: `earshot-${stackId}` } });
    const client = people.addClient('Console', {
      // A public client: the code is worth nothing without the verifier, which only the function that asked has.
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${origin}/api/platform/v1/sign-in/callback`],
        logoutUrls: [`${origin}/`],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      // Read once, at the callback, and dropped: nothing of it needs to live longer.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    new CfnOutput(this, 'UserPoolId', {
      key: 'UserPoolId',
      value: people.userPoolId,
      description:
        'Invite somebody: aws cognito-idp admin-create-user --user-pool-id … --username ada@example.com',
    });
    this.access = [
      constant('OIDC_ISSUER', people.userPoolProviderUrl),
      constant('OIDC_CLIENT_ID', client.userPoolClientId),
      constant('OIDC_REALM', people.userPoolId),
    ];
    this.cookieSecret = this.makeCookieSecret();
  }

  private makeCookieSecret(): Access {
    const secret = new Secret(this, 'CookieSecret', {
      description: 'Earshot: signs the cookie of an attempt to sign in, which lasts ten minutes.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      // Without it only the attempts under way fail.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'It opens nothing by itself, and functions keep it while they live: one rotated under them would fail attempts to sign in.',
    });
    const statement = new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [secret.secretArn],
    });
    return { variable: 'SIGN_IN_SECRET_ARN', value: secret.secretArn, statements: [statement] };
  }
}
