import { expect, test } from 'vitest';
import { selling, synthesize } from '../support/templates.ts';

const secretsOf = (context?: Parameters<typeof synthesize>[0]) =>
  synthesize(context)
    .ofType('AWS::SecretsManager::Secret')
    .filter(({ Properties }) => Properties['Description'].includes('payment provider'));

test('the secrets of the payment provider outlive the stack', () => {
  const secrets = secretsOf(selling);
  expect(secrets).toHaveLength(2);
  for (const { DeletionPolicy, UpdateReplacePolicy } of secrets)
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain']);
});

test('no template contains a secret: secrets are random until the operator enters them', () => {
  for (const { Properties } of synthesize(selling).ofType('AWS::SecretsManager::Secret')) {
    expect(Properties).not.toHaveProperty('SecretString');
    expect(Properties).toHaveProperty('GenerateSecretString');
  }
});

test('without products there are no payment secrets', () => {
  expect(secretsOf()).toEqual([]);
});
