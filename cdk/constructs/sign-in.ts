import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolClientIdentityProvider,
  type UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type Access, constant, secretAccess } from './access.ts';
import { dataKey } from './data-key.ts';
import { pinLogicalId } from './pin-logical-id.ts';

type SignInProps = {
  /**
   * The console's own origin, and the origin of its distribution, which people use until DNS points to the own one.
   * Sign-in redirects to no other origin.
   */
  readonly origins: readonly string[];
  /** Whether users may create accounts. Otherwise the operator invites them. */
  readonly selfSignUp: boolean;
  /** Undefined for Cognito's own sender, which sends at most 50 emails a day. */
  readonly email: UserPoolEmail | undefined;
};

/** The console's user pool and its sign-in pages. Deleting the stack keeps the user pool. */
export class SignIn extends Construct {
  /** The access that functions need to redirect to sign-in and to verify the callback. */
  readonly access: readonly Access[];
  /** The secret that signs the cookie of a sign-in attempt. */
  readonly cookieSecret: Access;

  constructor(scope: Construct, id: string, { origins, selfSignUp, email }: SignInProps) {
    super(scope, id);
    const people = new UserPool(this, 'People', {
      selfSignUpEnabled: selfSignUp,
      ...(email && { email }),
      signInAliases: { email: true },
      // Phones capitalize the first letter. This property of a user pool cannot be changed later.
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // Invitations are for the owner of an address, so a changed address takes effect only after verification.
      keepOriginal: { email: true },
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
    pinLogicalId(people, 'SignInPeople26B168CC');
    // The prefix must be unique in the region. The stack's id is unique, and it does not reveal the account.
    const stackId = Fn.select(2, Fn.split('/', Aws.STACK_ID));
    const pages = people.addDomain('Pages', { cognitoDomain: { domainPrefix: `earshot-${stackId}` } });
    pinLogicalId(pages, 'SignInPeoplePages3A9F774C');
    const client = people.addClient('Console', {
      // A public client: PKCE makes the code useless without the verifier.
      generateSecret: false,
      // People sign in only on the pages. Tokens of the other flows could change the person's attributes.
      authFlows: { userSrp: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: origins.map((origin) => `${origin}/api/platform/v1/sign-in/callback`),
        logoutUrls: origins.map((origin) => `${origin}/`),
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      // The callback reads the tokens once and discards them.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    pinLogicalId(client, 'SignInPeopleConsole271F0E39');
    new CfnOutput(this, 'UserPoolId', {
      key: 'UserPoolId',
      value: people.userPoolId,
      description:
        'Invite a user: aws cognito-idp admin-create-user --user-pool-id … --username ada@example.com --user-attributes Name=email,Value=ada@example.com Name=email_verified,Value=true',
    });
    this.access = [
      constant('OIDC_ISSUER', people.userPoolProviderUrl),
      constant('OIDC_CLIENT_ID', client.userPoolClientId),
      constant('OIDC_REALM', people.userPoolId),
    ];
    this.cookieSecret = this.makeCookieSecret();
  }

  private makeCookieSecret(): Access {
    const encryptionKey = dataKey(this, 'CookieSecret');
    const secret = new Secret(this, 'CookieSecret', {
      ...(encryptionKey && { encryptionKey }),
      description: 'Earshot: signs the cookie of a sign-in attempt, which lasts ten minutes.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      // If the secret is lost, only sign-in attempts in progress fail.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    pinLogicalId(secret, 'SignInCookieSecretCC049952');
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'It grants no access by itself. Functions cache it, so a rotation would fail sign-in attempts in progress.',
    });
    return secretAccess('SIGN_IN_SECRET_ARN', secret);
  }
}
