import {
  type ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';

/**
 * Clients connected to the WebSocket API, by API Gateway's connection ids. Rejects on infrastructure errors. A lost
 * client is a value.
 */
export type Connections = {
  /** Sends `message` as JSON. False if there is no such connection, also while its handshake is not complete. */
  readonly post: (connectionId: string, message: object) => Promise<boolean>;
  /** Closes the connection, if it exists. */
  readonly close: (connectionId: string) => Promise<void>;
};

/** False for an unknown connection. */
const orGone = (error: unknown): false => {
  if (error instanceof GoneException) return false;
  throw error;
};

export const openConnections = (client: ApiGatewayManagementApiClient): Connections => ({
  post: async (ConnectionId, message) => {
    const command = new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(message) });
    return client.send(command).then(() => true, orGone);
  },
  close: async (ConnectionId) => {
    await client.send(new DeleteConnectionCommand({ ConnectionId })).catch(orGone);
  },
});
