/** The address of a local SQS. Calls to it are made in this process. */
export const localPlace = {
  region: 'us-east-1',
  accountId: '000000000000',
  awsEndpoint: 'http://localhost',
  apiEndpoint: '',
  identityEndpoint: '',
};
