import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { customized, synthesize } from './templates.ts';

const Identity = z.object({
  type: z.string(),
  removal: z.string().optional(),
  properties: z.record(z.string(), z.unknown()),
});
/**
 * The identities of each stack: the logical ids of resources that an upgrade must not replace, and the names of its exports.
 */
export const Identities = z.record(
  z.string(),
  z.object({ resources: z.record(z.string(), Identity), exports: z.array(z.string()) }),
);
export type Identities = z.infer<typeof Identities>;
type Identity = z.infer<typeof Identity>;

/** Resources with data, each with the properties whose change replaces the resource or is refused. */
const stateful: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'GlobalSecondaryIndexes', 'DeletionProtectionEnabled'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::Cognito::UserPool': [
    'AliasAttributes',
    'Schema',
    'UsernameAttributes',
    'UsernameConfiguration',
    'DeletionProtection',
  ],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::CloudFront::Distribution': [],
};

/** Resources that AWS refuses to create twice with the same properties. A changed logical id would create a second one. */
const unique: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Route': ['ApiId', 'RouteKey'],
  'AWS::ApiGatewayV2::Stage': ['ApiId', 'StageName'],
  'AWS::Cognito::UserPoolClient': ['UserPoolId', 'GenerateSecret'],
  'AWS::Cognito::UserPoolDomain': ['UserPoolId', 'Domain'],
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn'],
  'AWS::S3::BucketPolicy': ['Bucket'],
};

const watched = { ...stateful, ...unique };

/** The identities of all stacks of an app, with one product so that the resources for selling are included; `context` overrides settings. */
export const identities = (context: Record<string, unknown> = {}): Identities => {
  const { resources, stacks } = synthesize({ ...customized, ...context });
  return Object.fromEntries(
    stacks.map(({ stack, Outputs }) => [
      stack,
      {
        resources: Object.fromEntries(
          resources
            .filter((resource) => resource.stack === stack && resource.Type in watched)
            .map(({ id, Type, DeletionPolicy, Properties }): [string, Identity] => [
              id,
              {
                type: Type,
                ...(DeletionPolicy !== undefined && { removal: DeletionPolicy }),
                properties: Object.fromEntries(
                  (watched[Type] ?? []).flatMap((name) =>
                    name in Properties ? [[name, Properties[name]]] : [],
                  ),
                ),
              },
            ])
            .toSorted(([a], [b]) => a.localeCompare(b)),
        ),
        exports: Object.values(Outputs)
          .flatMap(({ Export }) => Export?.Name ?? [])
          .toSorted(),
      },
    ]),
  );
};

const nothing: Identities[string] = { resources: {}, exports: [] };

/** The changes that deploying `after` would make to a stack that was deployed as `before`, one sentence for each. */
export const changes = (before: Identities, after: Identities): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((stack) => {
    const old = before[stack] ?? nothing;
    const now = after[stack] ?? nothing;
    return [
      ...Object.entries(old.resources).flatMap(([id, was]) => {
        const is = now.resources[id];
        return is ? altered(`${stack}/${id}`, was, is) : [gone(`${stack}/${id}`, was)];
      }),
      ...Object.entries(now.resources)
        .filter(([id]) => !(id in old.resources))
        .map(([id, { type }]) => `${stack}/${id} (${type}) is new. This alone changes no deployed resource.`),
      ...old.exports
        .filter((name) => !now.exports.includes(name))
        .map(
          (name) =>
            `${name} is no longer exported. CloudFormation refuses this while a deployed stack imports it.`,
        ),
      ...now.exports
        .filter((name) => !old.exports.includes(name))
        .map((name) => `${name} is a new export. This changes no deployed resource.`),
    ];
  });

const gone = (id: string, { type, removal }: Identity): string => {
  if (type in unique) {
    return `${id} (${type}) is gone. Under another logical id CloudFormation creates it again before it deletes the old one, AWS refuses the copy, and the upgrade fails.`;
  }
  return removal === 'Retain'
    ? `${id} (${type}) is gone. The upgrade keeps the old one with its data outside the stack, and the stack uses an empty one.`
    : `${id} (${type}) is gone. The upgrade deletes the old one with its data.`;
};

const altered = (id: string, was: Identity, is: Identity): string[] => [
  ...(was.type === is.type
    ? []
    : [`${id} was ${was.type}. CloudFormation refuses to change the type of a resource.`]),
  ...(was.removal === is.removal
    ? []
    : [`${id}: its deletion policy changes from ${was.removal ?? 'none'} to ${is.removal ?? 'none'}.`]),
  ...[...new Set([...Object.keys(was.properties), ...Object.keys(is.properties)])]
    .filter((name) => !isDeepStrictEqual(was.properties[name], is.properties[name]))
    .map((name) =>
      name === 'GlobalSecondaryIndexes'
        ? `${id}: an index changes. CloudFormation refuses to change the keys or the projection of a deployed index, and adds or removes one index in each update.`
        : `${id}: ${name} changes. CloudFormation replaces the resource, refuses the update, or removes its protection.`,
    ),
];
