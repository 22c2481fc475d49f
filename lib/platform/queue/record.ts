import type middy from '@middy/core';
import type { Context, SQSRecord } from 'aws-lambda';
import { maxReceives } from './receives.ts';

/** One message of a queue, as it was received. */
export type QueueRecord<Message> = {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** From 1. */
  readonly receives: number;
  /** When it fails now, it goes to the dead-letter queue. */
  readonly isLastTry: boolean;
  /** Set by `parseMessage`. */
  readonly message?: Message;
};

/** Its handler answers whether the message is done with. */
export type RecordMiddleware<Message> = middy.MiddlewareObj<
  QueueRecord<Message>,
  boolean,
  Error,
  Context,
  RecordState
>;

export type RecordState = { releasePermit?: () => Promise<void> };

export const toQueueRecord = ({
  messageId,
  receiptHandle,
  body,
  attributes,
}: SQSRecord): QueueRecord<never> => {
  const receives = Number(attributes.ApproximateReceiveCount);
  return { messageId, receiptHandle, body, receives, isLastTry: receives >= maxReceives };
};

export const messageOf = <Message>({ message }: QueueRecord<Message>): Message => {
  if (message === undefined) throw new Error('parseMessage must run first.');
  return message;
};
