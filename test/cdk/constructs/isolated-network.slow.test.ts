import { expect, test } from 'vitest';
import { grantsOf } from '../../support/grants.ts';
import { fileOf, synthesize } from '../../support/templates.ts';

const templates = synthesize();
const without = synthesize({ decoderNetwork: 'none' });
const [before, after] = [templates, without].map((all) =>
  all.ofType('AWS::Lambda::Function').find((fn) => fileOf(fn) === 'workers/split-audio.ts'),
);

test('the setting decoderNetwork none deploys without the isolated network', () => {
  expect(without.resources.filter(({ Type }) => /^AWS::(EC2|Route53Resolver)::/.test(Type))).toEqual([]);
  expect(after?.Properties['VpcConfig']).toBeUndefined();
});

test('without the network the function that decodes keeps its rights on EC2, so that Lambda can delete its interfaces', () => {
  const roles = without.ofType('AWS::IAM::Role');
  const inNetwork = roles.filter((role) => JSON.stringify(role).includes('ec2:'));
  expect(inNetwork.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^SplitAudio/),
    expect.stringMatching(/^SplitWaiting/),
  ]);
  const ec2 = (grants: readonly string[]) => grants.filter((grant) => grant.includes('ec2:'));
  expect(after && ec2(grantsOf(after, without))).toEqual(before && ec2(grantsOf(before, templates)));
});
