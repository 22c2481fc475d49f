import { expect, test } from 'vitest';
import { synthesize } from '../../support/templates.ts';

test('the setting decoderNetwork none deploys without the isolated network', () => {
  const { resources } = synthesize({ decoderNetwork: 'none' });
  expect(resources.filter(({ Type }) => /^AWS::(EC2|Route53Resolver)::/.test(Type))).toEqual([]);
  // The function that decodes keeps its rights, so that Lambda can delete the interfaces that it had in a network.
  const policies = resources.filter(({ Type }) => Type === 'AWS::IAM::Policy');
  const inNetwork = policies.filter((policy) => JSON.stringify(policy).includes('ec2:'));
  expect(inNetwork.map(({ id }) => id)).toEqual([expect.stringMatching(/^SplitAudio/)]);
});
