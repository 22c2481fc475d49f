import { createHash } from 'node:crypto';

/** The environment of the stacks: region and account, and the addresses on this machine. */
export type Place = {
  readonly region: string;
  readonly accountId: string;
  readonly awsEndpoint: string;
  readonly apiEndpoint: string;
  /** The replacement of the user pool. */
  readonly identityEndpoint: string;
};

/** The values of `Ref` and `Fn::GetAtt` for a resource. */
export type ReturnValues = { readonly Ref: string } & Record<string, string>;

const returnValues: Record<string, (name: string, place: Place) => ReturnValues> = {
  'AWS::DynamoDB::Table': (name, { region, accountId }) => ({
    Ref: name,
    Arn: `arn:aws:dynamodb:${region}:${accountId}:table/${name}`,
  }),
  'AWS::SQS::Queue': (name, { region, accountId, awsEndpoint }) => ({
    Ref: `${awsEndpoint}/${accountId}/${name}`,
    QueueUrl: `${awsEndpoint}/${accountId}/${name}`,
    QueueName: name,
    Arn: `arn:aws:sqs:${region}:${accountId}:${name}`,
  }),
  'AWS::S3::Bucket': (name, { awsEndpoint }) => ({
    Ref: name,
    Arn: `arn:aws:s3:::${name}`,
    DomainName: `${name}.s3.amazonaws.com`,
    RegionalDomainName: new URL(awsEndpoint).host,
  }),
  'AWS::KMS::Key': (name, { region, accountId }) => ({
    Ref: name,
    KeyId: name,
    Arn: `arn:aws:kms:${region}:${accountId}:key/${name}`,
  }),
  'AWS::Lambda::Function': (name, { region, accountId }) => ({
    Ref: name,
    Arn: `arn:aws:lambda:${region}:${accountId}:function:${name}`,
  }),
  'AWS::Lambda::LayerVersion': (name, { region, accountId }) => ({
    Ref: `arn:aws:lambda:${region}:${accountId}:layer:${name}:1`,
  }),
  'AWS::IAM::Role': (name, { accountId }) => ({ Ref: name, Arn: `arn:aws:iam::${accountId}:role/${name}` }),
  'AWS::Logs::LogGroup': (name, { region, accountId }) => ({
    Ref: name,
    Arn: `arn:aws:logs:${region}:${accountId}:log-group:${name}:*`,
  }),
  'AWS::ApiGatewayV2::Api': (name, { apiEndpoint }) => ({
    Ref: name,
    ApiId: name,
    ApiEndpoint: apiEndpoint,
  }),
  'AWS::CloudFront::Distribution': (name, { apiEndpoint }) => ({
    Ref: name,
    Id: name,
    DomainName: new URL(apiEndpoint).host,
  }),
  'AWS::CloudFront::Function': (name, { accountId }) => {
    const arn = `arn:aws:cloudfront::${accountId}:function/${name}`;
    return { Ref: arn, FunctionARN: arn };
  },
  'AWS::CloudFront::OriginAccessControl': (name) => ({ Ref: name, Id: name }),
  'AWS::Cognito::UserPool': (name, { region, accountId, identityEndpoint }) => ({
    Ref: name,
    Arn: `arn:aws:cognito-idp:${region}:${accountId}:userpool/${name}`,
    UserPoolId: name,
    ProviderURL: identityEndpoint,
  }),
  'AWS::Events::Rule': (name, { region, accountId }) => ({
    Ref: name,
    Arn: `arn:aws:events:${region}:${accountId}:rule/${name}`,
  }),
  'AWS::SecretsManager::Secret': (name, { region, accountId }) => ({
    Ref: `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}`,
  }),
  'AWS::EC2::SecurityGroup': (name) => ({ Ref: name, GroupId: name }),
  'AWS::SNS::Topic': (name, { region, accountId }) => ({
    Ref: `arn:aws:sns:${region}:${accountId}:${name}`,
    TopicArn: `arn:aws:sns:${region}:${accountId}:${name}`,
    TopicName: name,
  }),
};

/** The values of `Ref` and `Fn::GetAtt`. A type that is not in the table only has `Ref`. */
export const returnValuesOf = (type: string, name: string, place: Place): ReturnValues =>
  returnValues[type]?.(name, place) ?? { Ref: name };

/**
 * Replaces `https://` in template URLs, because the local endpoints have no certificates. Also replaces the two hosts that the
 * CDK composes for a WebSocket API: that of clients, and that of `@connections`.
 */
export const withLocalAddresses = (text: string, { awsEndpoint, apiEndpoint }: Place): string =>
  [awsEndpoint, apiEndpoint]
    .reduce((result, endpoint) => result.replaceAll(`https://${new URL(endpoint).host}`, endpoint), text)
    .replaceAll(/wss:\/\/[\w-]+\.execute-api\.[\w.-]+/g, apiEndpoint.replace(/^http/, 'ws'))
    .replaceAll(/https:\/\/[\w-]+\.execute-api\.[\w.-]+/g, awsEndpoint);

/** A name that is the same at every start. At most 63 lower-case characters, which all services accept. */
export const physicalName = (stack: string, logicalId: string): string => {
  const name = `${stack}-${logicalId}`.toLowerCase();
  if (name.length <= 63) return name;
  return `${name.slice(0, 54)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
};
