import {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

const connections = new ApiGatewayManagementApiClient({ endpoint: process.env['ENDPOINT'] ?? '' });
const lambda = new LambdaClient();

type Event = {
  readonly methodArn?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly requestContext: { connectionId: string; eventType: string; authorizer?: { user: string } };
};

const invoke = (text: string) =>
  lambda.send(
    new InvokeCommand({
      FunctionName: process.env['LISTENER'],
      InvocationType: 'Event',
      Payload: JSON.stringify({ 'detail-type': text }),
    }),
  );

/** The authorizer. It accepts one token. */
const authorize = (
  methodArn: string,
  { 'Sec-WebSocket-Protocol': protocols = '' }: Record<string, string>,
) => {
  if (!protocols.includes('right')) throw new Error('Unauthorized');
  const Statement = [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }];
  return {
    principalId: 'ada',
    context: { user: 'ada' },
    policyDocument: { Version: '2012-10-17', Statement },
  };
};

/**
 * All functions of a WebSocket API. A message is returned together with the user, and a last message reports the end of the
 * connection.
 */
export const handler = async ({ methodArn, headers = {}, body = '', requestContext }: Event) => {
  if (methodArn !== undefined) return authorize(methodArn, headers);
  const { connectionId: ConnectionId, eventType, authorizer } = requestContext;
  if (eventType === 'CONNECT') return { statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'tiny.v1' } };
  if (eventType === 'DISCONNECT') await invoke(`${ConnectionId} is gone`);
  else {
    const Data = JSON.stringify({ body, user: authorizer?.user, connectionId: ConnectionId });
    await connections.send(new PostToConnectionCommand({ ConnectionId, Data }));
  }
  return { statusCode: 200 };
};
