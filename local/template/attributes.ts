import { createHash } from 'node:crypto';

/** Where the stacks run: what AWS would know from the account, and the addresses of this laptop. */
export type Place = {
  region: string;
  accountId: string;
  awsEndpoint: string;
  apiEndpoint: string;
  /** Of what stands in for the user pool. */
  identityEndpoint: string;
};

/** A resource's return values: `Ref`, and whatever `Fn::GetAtt` may ask for. */
export type ReturnValues = { Ref: string } & Record<string, string>;

const table = (name: string, { region, accountId }: Place) => ({
  Ref: name,
  Arn: `arn:aws:dynamodb:${region}:${accountId}:table/${name}`,
});

const returnValues: Record<string, (name: string, place: Place) => ReturnValues> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
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

/** What a resource of this type answers to `Ref` and `Fn::GetAtt`; a type not in the table has only `Ref`. */
export const returnValuesOf = (type: string, name: string, place: Place): ReturnValues =>
  returnValues[type]?.(name, place) ?? { Ref: name };

/** Templates write `https://` before the name of a host; the hosts of this laptop have no certificates. */
export const withLocalSchemes = (text: string, { awsEndpoint, apiEndpoint }: Place): string =>
  [awsEndpoint, apiEndpoint].reduce(
    (result, endpoint) => result.replaceAll(`https://${new URL(endpoint).host}`, endpoint),
    text,
  );

/** The same name at every boot; at most 63 lower-case characters, which every service here accepts. */
export const physicalName = (stack: string, logicalId: string): string => {
  const name = `${stack}-${logicalId}`.toLowerCase();
  if (name.length <= 63) return name;
  return `${name.slice(0, 54)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
};
