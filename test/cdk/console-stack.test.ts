import { expect, test } from 'vitest';
import { fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize();
const only = (type: string, of = templates): Record<string, any> => {
  const [one, ...more] = of.ofType(type);
  if (!one || more.length > 0) throw new Error(`There is not one ${type}.`);
  return { ...one.Properties, ...one };
};

test('people are invited by the operator, unless the setting says that they may come by themselves', () => {
  const open = synthesize({ selfSignUp: true });
  const adminOnly = (of = templates) =>
    only('AWS::Cognito::UserPool', of)['AdminCreateUserConfig'].AllowAdminCreateUserOnly;
  expect([adminOnly(), adminOnly(open)]).toEqual([true, false]);
});

test('a second factor is asked for, stolen passwords are refused, and people outlive the stack', () => {
  const people = only('AWS::Cognito::UserPool');
  expect(people).toMatchObject({
    MfaConfiguration: 'ON',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
    DeletionProtection: 'ACTIVE',
    DeletionPolicy: 'Retain',
  });
  expect(people['Policies'].PasswordPolicy.MinimumLength).toBeGreaterThanOrEqual(12);
});

test('the console is a public client that gets codes only, at its own callback', () => {
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

test('every function of the console knows from where its page may ask', () => {
  const functions = templates
    .ofType('AWS::Lambda::Function')
    .filter(({ stack }) => stack === 'EarshotConsole')
    // No page asks it.
    .filter((fn) => fileOf(fn) !== 'platform/billing/receive-event.ts');
  expect(functions.length).toBeGreaterThan(0);
  for (const { Properties } of functions)
    expect(Properties['Environment'].Variables).toHaveProperty('CONSOLE_ORIGIN');
});

test('where the console is, is an output', () => {
  expect(templates.stacks.find(({ stack }) => stack === 'EarshotConsole')?.Outputs).toHaveProperty(
    'ConsoleUrl',
  );
});
