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
  /** Sends `message` as JSON. Also returns `gone` while the handshake of the connection is not complete. */
  readonly post: (connectionId: string, message: object) => Promise<'sent' | 'gone'>;
  /** Closes the connection. Does nothing if it is gone. */
  readonly close: (connectionId: string) => Promise<void>;
};

/** Turns the error for an unknown connection into `gone`. */
const orGone = (error: unknown): 'gone' => {
  if (error instanceof GoneException) return 'gone';
  throw error;
};

export const openConnections = (client: ApiGatewayManagementApiClient): Connections => ({
  post: async (ConnectionId, message) => {
    const command = new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(message) });
    return client.send(command).then(() => 'sent' as const, orGone);
  },
  close: async (ConnectionId) => {
    await client.send(new DeleteConnectionCommand({ ConnectionId })).catch(orGone);
  },
});
