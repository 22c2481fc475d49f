import { expect, test } from 'vitest';
import * as z from 'zod';
import { settingSamples } from '../support/setting-samples.ts';
import { type Resource, synthesize } from '../support/templates.ts';

const { backup } = settingSamples;
const first = synthesize({ backup });
const second = synthesize({
  backup,
  stage: 'dev',
  tags: '{"cost-center": "speech"}',
  permissionsBoundary: 'developers',
});

/**
 * The explicit names of a resource, which CloudFormation neither generates nor derives from another resource of the stack:
 * `AWS::…::Api Name "earshot"`.
 */
const givenNames = ({ Type, Properties }: Resource): string[] => {
  const own = Object.entries(Properties);
  // CloudFront has the name of a policy inside its configuration, and AWS Backup that of a plan inside the plan.
  const nested = own.flatMap(([property, value]) =>
    /Config$|^BackupPlan$/.test(property)
      ? Object.entries(z.record(z.string(), z.unknown()).parse(value))
      : [],
  );
  return [...own, ...nested]
    .filter(([property]) => /(?:^|[a-z])(?:Name|Domain)$/.test(property))
    .map(([property, value]) => `${Type} ${property} ${JSON.stringify(value)}`)
    .filter((name) => !/Fn::ImportValue|Fn::GetAtt|"Ref":"(?!AWS::)|AWS::StackId/.test(name));
};

/** Names that are unique only within their API or role, and properties that do not name the resource. */
const inner = /^AWS::(?:IAM::Policy PolicyName|CloudWatch::Alarm MetricName|EC2::VPCEndpoint ServiceName) /;
const withinApi = [
  'AWS::ApiGatewayV2::Authorizer Name "Authorizer"',
  'AWS::ApiGatewayV2::Stage StageName "$default"',
  'AWS::ApiGatewayV2::Stage StageName "realtime"',
];

test('no resource of a second stage has the name of one of the first stage', () => {
  const names = first.resources.flatMap(givenNames);
  const others = second.resources.flatMap(givenNames);
  expect(names).toContain('AWS::ApiGatewayV2::Api Name "earshot"');
  expect(others).toContain('AWS::ApiGatewayV2::Api Name "earshot-dev"');
  const shared = names.filter(
    (name) => others.includes(name) && !withinApi.includes(name) && !inner.test(name),
  );
  expect(shared).toEqual([]);
});

/** Names of the services whose names are shared by all regions of an account. */
const globalNames = (of: typeof first) =>
  of.resources
    .flatMap(givenNames)
    .filter((name) => /^AWS::(?:CloudFront|CloudWatch::Dashboard|IAM|S3)/.test(name) && !inner.test(name));

test('no resource in a second region of an account has the name of one in the first region', () => {
  const names = globalNames(first);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !name.includes('{"Ref":"AWS::Region"}'))).toEqual([]);
});

test('a second stage has stacks, exports and imports of its own', () => {
  const namesOf = ({ stacks }: typeof first) =>
    stacks.flatMap(({ stack, Outputs }) => [
      stack,
      ...Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? []),
    ]);
  const others = new Set(namesOf(second));
  expect(namesOf(first).filter((name) => others.has(name))).toEqual([]);
  expect(JSON.stringify(second.stacks)).not.toMatch(/Earshot(?:Data|Api|Console|Realtime|Workers|Webhooks):/);
});

test('a bucket of one stage may not call the function of another', () => {
  const sourceOf = ({ resources }: typeof first) =>
    JSON.stringify(resources.find(({ id }) => id === 'UploadNotification')?.Properties['SourceArn']);
  expect(sourceOf(first)).toContain(':earshotdata-audio');
  expect(sourceOf(second)).toContain(':earshotdevdata-audio');
});

test('the names of buckets have room for the longest stage', () => {
  // A stage has at most 16 characters.
  const longer = 16 - 'dev'.length;
  const buckets = second.ofType('AWS::S3::Bucket').map(({ stack, id }) => `${stack}-${id}-`.length + longer);
  // CloudFormation shortens longer names and adds thirteen random characters.
  expect(Math.max(...buckets) + 13).toBeLessThanOrEqual(63);
});

test('the names of what CloudFront has have room for the longest stage and region', () => {
  const config = (property: string, type: string) =>
    second.ofType(`AWS::CloudFront::${type}`).map(({ Properties }) => Properties[property].Name);
  const longest = (names: readonly unknown[]) =>
    Math.max(
      ...names.map(
        (name) =>
          second.name(name).replace('AWS::Region', 'ap-southeast-1').replace('dev', 'd'.repeat(16)).length,
      ),
    );
  expect(longest(config('OriginAccessControlConfig', 'OriginAccessControl'))).toBeLessThanOrEqual(64);
  expect(longest(config('ResponseHeadersPolicyConfig', 'ResponseHeadersPolicy'))).toBeLessThanOrEqual(128);
});

test('each stage has its own metrics: its functions write the service that its alarms read', () => {
  const services = (of: typeof first) =>
    of
      .ofType('AWS::Lambda::Function')
      .map(({ Properties }) => Properties['Environment']?.Variables['POWERTOOLS_SERVICE_NAME']);
  expect(new Set(services(first))).toEqual(new Set([undefined]));
  expect(new Set(services(second))).toEqual(new Set(['earshot-dev']));
  const read = (of: typeof first) =>
    JSON.stringify(of.ofType('AWS::CloudWatch::Alarm')).match(/"Name":"service","Value":"[^"]+"/g);
  expect(new Set(read(first))).toEqual(new Set(['"Name":"service","Value":"earshot"']));
  expect(new Set(read(second))).toEqual(new Set(['"Name":"service","Value":"earshot-dev"']));
});

test('a stage has no alarm on the concurrency of the account, of which it does not know how large it is', () => {
  const idsOf = (of: typeof first) =>
    of.ofType('AWS::CloudWatch::Alarm').flatMap(({ id }) => (id.startsWith('Concurrency') ? id : []));
  expect(idsOf(first)).toHaveLength(1);
  expect(idsOf(second)).toEqual([]);
});

test('every stack has the tags of its service, its stage and the settings', () => {
  for (const { tags } of second.stacks)
    expect(tags).toEqual({ service: 'earshot', stage: 'dev', 'cost-center': 'speech' });
});

test('a tag of the settings takes the place of the one of its name, of which IAM takes no second in other capitals', () => {
  const tagged = synthesize({ stage: 'dev', tags: { Service: 'speech', STAGE: 'test' } });
  for (const { tags } of tagged.stacks) expect(tags).toEqual({ Service: 'speech', STAGE: 'test' });
});

test('every role has the permissions boundary', () => {
  const roles = second.ofType('AWS::IAM::Role').map(({ Properties }) => Properties['PermissionsBoundary']);
  for (const boundary of roles) expect(JSON.stringify(boundary)).toContain('policy/developers');
});
