import type { APIGatewayProxyEventV2 } from 'aws-lambda';

const pattern = /^[\x21-\x7e]{1,200}$/;

/** The caller's own id of a request, for its logs and ours. Undefined if there is none, or if it is not fit for a log line. */
export const clientRequestId = ({ headers }: APIGatewayProxyEventV2): string | undefined => {
  const sent = headers['x-client-request-id'];
  return sent !== undefined && pattern.test(sent) ? sent : undefined;
};
