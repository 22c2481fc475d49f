import { expect, test } from 'vitest';
import { synthesize } from '../../support/templates.ts';

test('the setting decoderNetwork none deploys without the isolated network', () => {
  const { resources } = synthesize({ decoderNetwork: 'none' });
  expect(resources.filter(({ Type }) => /^AWS::(EC2|Route53Resolver)::/.test(Type))).toEqual([]);
  const policies = JSON.stringify(resources.filter(({ Type }) => Type === 'AWS::IAM::Policy'));
  expect(policies).not.toContain('ec2:');
});
