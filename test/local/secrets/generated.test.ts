import { expect, test } from 'vitest';
import { generatedSecrets } from '#local/secrets/generated.ts';
import { deploy } from '#local/template/deployment.ts';
import { localPlace as place } from '../../support/local-place.ts';

const secret = (GenerateSecretString: object) => ({
  Type: 'AWS::SecretsManager::Secret',
  Properties: { Description: 'x', GenerateSecretString },
});
const properties = { PasswordLength: 64, ExcludePunctuation: true };
const deployment = deploy(
  {
    stacks: [
      {
        name: 'Stack',
        Resources: {
          One: secret(properties),
          Other: secret(properties),
          Short: secret({ ...properties, PasswordLength: 8 }),
          WithPunctuation: secret({ PasswordLength: 64 }),
          PutInByTheOperator: secret({}),
        },
        Outputs: {},
      },
    ],
    assetPath: new Map(),
  },
  place,
);
const arn = (name: string) => `arn:aws:secretsmanager:us-east-1:000000000000:secret:stack-${name}`;
const values = generatedSecrets(deployment, 'of the stack');

test('a generated secret has the length and characters of the template', () => {
  expect(values.get(arn('one'))).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(values.get(arn('short'))).toMatch(/^[A-Za-z0-9]{8}$/);
});

test('secrets differ by name and by stack, and stay the same after a restart', () => {
  expect(values.get(arn('one'))).not.toBe(values.get(arn('other')));
  expect(generatedSecrets(deployment, 'of the stack')).toEqual(values);
  expect(generatedSecrets(deployment, 'of another stack').get(arn('one'))).not.toBe(values.get(arn('one')));
});

test('a secret that the operator puts in, or that may have punctuation, has no value', () => {
  expect([...values.keys()].toSorted()).toEqual(['one', 'other', 'short'].map(arn));
});
