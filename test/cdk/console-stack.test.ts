import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRoute, routes } from '#functions/routes.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { customized, fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize();
const only = (type: string, of = templates): Record<string, any> => {
  const [one, ...more] = of.ofType(type);
  if (!one || more.length > 0) throw new Error(`There is not exactly one ${type}.`);
  return { ...one.Properties, ...one };
};

test('codes of sign-up are mailed by SES from mailFrom if the settings say which identity it has verified', () => {
  const { mailFrom, mailIdentity } = settingSamples;
  const pool = only('AWS::Cognito::UserPool', synthesize({ mailFrom, mailIdentity }));
  expect(pool['EmailConfiguration']).toMatchObject({ EmailSendingAccount: 'DEVELOPER', From: mailFrom });
});

test('only the operator creates accounts, unless selfSignUp is set', () => {
  const open = synthesize(customized);
  const adminOnly = (of = templates) =>
    only('AWS::Cognito::UserPool', of)['AdminCreateUserConfig'].AllowAdminCreateUserOnly;
  expect([adminOnly(), adminOnly(open)]).toEqual([true, false]);
});

test('sign-in requires a second factor and refuses leaked passwords, and the user pool outlives the stack', () => {
  const userPool = only('AWS::Cognito::UserPool');
  expect(userPool).toMatchObject({
    MfaConfiguration: 'ON',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
    DeletionProtection: 'ACTIVE',
    DeletionPolicy: 'Retain',
  });
  expect(userPool['Policies'].PasswordPolicy.MinimumLength).toBeGreaterThanOrEqual(12);
});

test('who is invited by the documented command can reset a forgotten password, for which Cognito wants a verified address', () => {
  const output = templates.stacks.find(({ stack }) => stack === 'EarshotData')?.Outputs['UserPoolId'];
  const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8');
  const verified =
    '--username ada@example.com --user-attributes Name=email,Value=ada@example.com Name=email_verified,Value=true';
  for (const text of [output?.Description, page]) expect(text).toContain(verified);
});

test('one person has one account, however the capitals of their address are written', () => {
  expect(only('AWS::Cognito::UserPool')).toMatchObject({ UsernameConfiguration: { CaseSensitive: false } });
});

test('nobody gets an email address that they have not proved to be theirs', () => {
  expect(only('AWS::Cognito::UserPool')).toMatchObject({
    AutoVerifiedAttributes: ['email'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
  });
});

test('nobody signs in except on the sign-in pages, whose tokens change no attribute', () => {
  const client = only('AWS::Cognito::UserPoolClient');
  expect(client['ExplicitAuthFlows']).toEqual(['ALLOW_REFRESH_TOKEN_AUTH']);
  expect(client['AllowedOAuthScopes']).not.toContain('aws.cognito.signin.user.admin');
});

test('the console is a public client that only gets authorization codes, at its own callback', () => {
  const client = only('AWS::Cognito::UserPoolClient');
  expect(client).toMatchObject({
    GenerateSecret: false,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email', 'profile'],
    SupportedIdentityProviders: ['COGNITO'],
    PreventUserExistenceErrors: 'ENABLED',
  });
  expect(client['CallbackURLs']).toHaveLength(1);
  expect(JSON.stringify(client['CallbackURLs'])).toContain('/api/platform/v1/sign-in/callback');
});

test('every function of the console knows the origin of its page', () => {
  const functions = templates
    .ofType('AWS::Lambda::Function')
    .filter(({ stack }) => ['EarshotConsole', 'EarshotPeople'].includes(stack))
    // Only the payment provider calls it.
    .filter((fn) => fileOf(fn) !== 'platform/billing/receive-event.ts');
  expect(functions.length).toBeGreaterThan(0);
  for (const { Properties } of functions)
    expect(Properties['Environment'].Variables).toHaveProperty('CONSOLE_ORIGIN');
});

test('every route with a session has the rate limit of a user', () => {
  const files: readonly string[] = Object.keys(routes)
    .filter(isRoute)
    .filter((route) => routes[route].audience === 'session')
    .map((route) => routes[route].file);
  const functions = synthesize(customized).ofType('AWS::Lambda::Function');
  for (const fn of functions.filter((one) => files.includes(fileOf(one)))) {
    expect(fn.Properties['Environment'].Variables).toHaveProperty('CONSOLE_REQUESTS_PER_MINUTE', '300');
  }
});

test('the secret that signs the cookie of a sign-in attempt is in no template', () => {
  const secret = only('AWS::SecretsManager::Secret');
  expect(secret).toMatchObject({ GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } });
  expect(secret).not.toHaveProperty('SecretString');
});

test('the URL of the console is an output', () => {
  expect(templates.stacks.find(({ stack }) => stack === 'EarshotConsole')?.Outputs).toHaveProperty(
    'ConsoleUrl',
  );
});
