import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { ReceivedMessage } from '#lib/platform/aws/receive.ts';
import { maxReceives } from './receives.ts';

/** One message of a queue, as it was received. */
export type QueueRecord<Message> = {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** How often the message was received, counted from 1. */
  readonly receives: number;
  /** How long the message was on the queue before it was first received. */
  readonly waitedMs: number;
  /** If the message fails now, it goes to the dead-letter queue. */
  readonly isLastTry: boolean;
  /** Set by `parseMessage`. */
  readonly message?: Message;
};

/** A middleware of a record. The handler returns whether the message is finished. */
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
}: ReceivedMessage): QueueRecord<never> => {
  const receives = Number(attributes.ApproximateReceiveCount);
  const waitedMs = Number(attributes.ApproximateFirstReceiveTimestamp) - Number(attributes.SentTimestamp);
  return { messageId, receiptHandle, body, receives, waitedMs, isLastTry: receives >= maxReceives };
};

/** The parsed message. Throws if `parseMessage` has not run. */
export const messageOf = <Message>({ message }: QueueRecord<Message>): Message => {
  if (message === undefined) throw new Error('parseMessage must run first.');
  return message;
};
