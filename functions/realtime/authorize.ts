import { AddressQuery } from '#lib/domain/realtime/address.ts';
import { type ConnectDeps, connectSession, type Handshake } from '#lib/domain/realtime/connect-session.ts';
import { factsOf } from '#lib/domain/realtime/connection-facts.ts';
import { sessionLogFields } from '#lib/domain/realtime/log-fields.ts';
import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { addLogFields } from '#lib/platform/log.ts';
import { now } from '../deps/clock.ts';
import { liveHandler } from '../deps/live-handler.ts';
import { liveAllowance } from '../deps/realtime.ts';
import { liveLimits } from '../deps/settings.ts';
import { liveTable } from '../deps/table.ts';
import { credentialOf, HandshakeEvent } from '../http/websocket-event.ts';

const handshakeOf = ({ headers, queryStringParameters }: HandshakeEvent): Handshake | undefined => {
  const address = AddressQuery.safeParse(queryStringParameters).data;
  return address && { ...address, credential: credentialOf(headers), origin: headers['origin'] };
};

/** `resource` is the route that the client requests. */
const policy = (effect: 'Allow' | 'Deny', resource: string, context: object = {}) => ({
  principalId: 'client',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: resource }],
  },
  context,
});

export const createHandler = (deps: ConnectDeps) =>
  eventHandler(async (event: unknown) => {
    const asked = HandshakeEvent.parse(event);
    const { methodArn } = asked;
    const handshake = handshakeOf(asked);
    // Not "Unauthorized": API Gateway counts that as an error, so strangers could trigger the alarm on errors.
    if (!handshake) return policy('Deny', methodArn);
    addLogFields(sessionLogFields(handshake.ref));
    const outcome = await connectSession(deps, handshake);
    return outcome.kind === 'unknown'
      ? policy('Deny', methodArn)
      : policy('Allow', methodArn, factsOf(outcome));
  });

export const handler = await liveHandler(() => {
  const table = liveTable();
  return createHandler({
    sessions: dynamoSessionRepository(table, liveLimits()),
    allowance: liveAllowance(table),
    now,
  });
});
