import { restError, restReply, type RestService } from '../aws-endpoint/rest-service.ts';
import type { JsonReply } from '../aws-endpoint/json-service.ts';
import type { Connection } from './connection.ts';
import type { WebSocketApi } from './from-template.ts';
import { messageMaxBytes } from './limits.ts';

type Operation = {
  readonly operation: string;
  readonly run: (connection: Connection, body: Buffer) => Promise<JsonReply> | JsonReply;
};

const operations: Readonly<Record<string, Operation>> = {
  POST: {
    operation: 'PostToConnection',
    run: async (connection, body) => {
      if (body.length > messageMaxBytes)
        return restError(413, 'PayloadTooLargeException', `A message has at most ${messageMaxBytes} bytes.`);
      return connection.send(body.toString()).then(
        () => restReply(200),
        () => gone,
      );
    },
  },
  GET: {
    operation: 'GetConnection',
    run: ({ client: { connectedAt, sourceIp, userAgent }, lastActiveAt }) =>
      restReply(200, {
        connectedAt: connectedAt.toISOString(),
        identity: { sourceIp, userAgent },
        lastActiveAt: lastActiveAt().toISOString(),
      }),
  },
  DELETE: {
    operation: 'DeleteConnection',
    run: (connection) => {
      connection.close(1000, 'Connection Closed Normally');
      return restReply(204);
    },
  },
};

const gone = restError(410, 'GoneException', 'The connection does not exist.');

/** The API behind `@connections` (API Gateway guide, "Use @connections commands in your backend service"). */
export const connectionsService =
  ({ arn, stage }: WebSocketApi, open: ReadonlyMap<string, Connection>): RestService =>
  (method, path) => {
    const [, ofStage, word, id, ...more] = path.split('/').map(decodeURIComponent);
    const found = operations[method];
    if (!found || ofStage !== stage || word !== '@connections' || !id || more.length > 0) return undefined;
    return {
      operation: found.operation,
      grant: {
        action: 'execute-api:ManageConnections',
        resource: `${arn}/${stage}/${method}/@connections/${id}`,
      },
      run: async ({ body }) => {
        const connection = open.get(id);
        return connection ? found.run(connection, body) : gone;
      },
    };
  };
