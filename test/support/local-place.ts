/** Where a local SQS is whose calls are made in this process. */
export const localPlace = {
  region: 'us-east-1',
  accountId: '000000000000',
  awsEndpoint: 'http://localhost',
  apiEndpoint: '',
  identityEndpoint: '',
};
