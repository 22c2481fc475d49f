/** The environment of stacks that serve nothing. Calls to its SQS are made in this process. */
export const localPlace = {
  region: 'us-east-1',
  accountId: '000000000000',
  awsEndpoint: 'http://localhost',
  apiEndpoint: 'http://api',
  identityEndpoint: 'http://identity',
};
