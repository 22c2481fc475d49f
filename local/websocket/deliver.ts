import type { Clock } from '../events/clock.ts';
import { invokeWithTimeout, type PoolOf } from '../gateway/invoke.ts';
import type { Client } from './event.ts';
import { messageEvent } from './event.ts';
import type { WebSocketApi } from './from-template.ts';

type DeliverDeps = {
  readonly poolOf: PoolOf;
  readonly clock: Clock;
  readonly send: (text: string) => Promise<void>;
};

/** Invokes the function of a message's route. The client is only told about failures, because routes have no replies here. */
export const deliver = async (
  api: WebSocketApi,
  { client, body }: { readonly client: Client; readonly body: string },
  { poolOf, clock, send }: DeliverDeps,
): Promise<void> => {
  const routeKey = routeOf(api, body);
  const event = messageEvent(api, client, { routeKey, body, at: clock.now() });
  const integration = api.routes.get(routeKey);
  const outcome = integration && (await invokeWithTimeout(integration, JSON.stringify(event), poolOf));
  if (outcome && 'result' in outcome) return;
  const { connectionId, requestId } = event.requestContext;
  const message = integration ? 'Internal server error' : 'Forbidden';
  // The client may have left.
  await send(JSON.stringify({ message, connectionId, requestId })).catch(() => {});
};

/** The route that the message names, if it exists. Otherwise `$default`, also for text that is not JSON. */
const routeOf = ({ routes, selector }: WebSocketApi, body: string): string => {
  const named = memberOf(body, selector);
  return typeof named === 'string' && !named.startsWith('$') && routes.has(named) ? named : '$default';
};

const memberOf = (body: string, name: string): unknown => {
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === 'object' && message !== null
      ? Object.getOwnPropertyDescriptor(message, name)?.value
      : undefined;
  } catch {
    return undefined;
  }
};
