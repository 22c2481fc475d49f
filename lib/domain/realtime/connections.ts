import type { ServerEvent } from './protocol.ts';

/** The connections of clients, by the ids that the WebSocket API gives them. */
export type Connections = {
  /** Sends an event; false if the connection does not exist. */
  readonly post: (connectionId: string, event: ServerEvent) => Promise<boolean>;
  /** Closes the connection, if it exists. */
  readonly close: (connectionId: string) => Promise<void>;
};
