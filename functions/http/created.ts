import type { Created } from '#lib/platform/idempotency.ts';
import { answerReply, type Contract } from '#lib/platform/http/contract.ts';
import { replay, type Reply } from '#lib/platform/http/reply.ts';

/** The parsed body and Idempotency-Key of a request that creates something. */
export type Creation<Body> = {
  readonly body: Body;
  readonly bodyFingerprint: string;
  readonly idempotencyKey: string | undefined;
};

/** The part of a request's context that says what to create. */
export const creationOf = <Body>({
  body,
  bodyFingerprint,
  idempotencyKey,
}: Creation<Body>): Creation<Body> => ({ body, bodyFingerprint, idempotencyKey });

/** The answer of a route that creates something. A header says if an earlier request has created it. */
export const createdReply = <Answer>(
  contract: Pick<Contract<never, never, Answer>, 'success' | 'location'>,
  { value, replayed }: Created<Answer>,
): Reply => {
  const reply = answerReply(contract, value);
  return replayed ? { ...reply, headers: { ...reply.headers, ...replay } } : reply;
};
