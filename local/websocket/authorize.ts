import * as z from 'zod';
import { isAllowed, parsePolicy } from '../access/policy.ts';
import { gatewayMessage, type HttpReply } from '../gateway/response.ts';
import type { Outcome } from '../lambda/protocol.ts';
import type { AuthorizerContext } from './event.ts';

const Decision = z.object({
  principalId: z.string(),
  policyDocument: z.unknown(),
  // Other values, such as lists and null, make the whole answer invalid.
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
const Failure = z.object({ errorMessage: z.string() });

const unauthorized = gatewayMessage(401, 'Unauthorized');
const forbidden = gatewayMessage(403, 'User is not authorized to access this resource');
const misconfigured = gatewayMessage(500, 'Internal server error');

/**
 * The decision of an authorizer (API Gateway guide, "Control access to WebSocket APIs with AWS Lambda REQUEST authorizers"):
 * the context of the connection, or the reply that refuses it.
 */
export const decisionOf = (
  outcome: Outcome | undefined,
  methodArn: string,
): { readonly context: AuthorizerContext } | { readonly refusal: HttpReply } => {
  if (!outcome) return { refusal: misconfigured };
  if ('error' in outcome) {
    const { data } = Failure.safeParse(JSON.parse(outcome.error));
    return { refusal: data?.errorMessage === 'Unauthorized' ? unauthorized : misconfigured };
  }
  const { data: decision } = Decision.safeParse(JSON.parse(outcome.result));
  if (!decision) return { refusal: misconfigured };
  const { principalId, policyDocument, context } = decision;
  const request = { action: 'execute-api:Invoke', resource: methodArn };
  if (!isAllowed(parsePolicy(policyDocument), request)) return { refusal: forbidden };
  const texts = Object.entries(context).map(([name, value]) => [name, String(value)]);
  return { context: { ...Object.fromEntries(texts), principalId, integrationLatency: 0 } };
};
