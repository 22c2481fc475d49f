import * as z from 'zod';
import type { Call } from '../aws-endpoint/json-service.ts';
import type { FunctionPool } from '../lambda/pool.ts';
import type { Outcome } from '../lambda/protocol.ts';
import type { Clock } from './clock.ts';

export type QueueMapping = {
  readonly queueArn: string;
  readonly queueUrl: string;
  readonly region: string;
  readonly concurrency: number;
};

const Message = z.object({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: z.string(),
  MD5OfBody: z.string(),
  Attributes: z.record(z.string(), z.string()).default({}),
});
type Message = z.infer<typeof Message>;
const Received = z.object({ Messages: z.array(Message).default([]) });

type MappingDeps = {
  readonly sqs: Call;
  readonly pool: FunctionPool;
  readonly clock: Clock;
  readonly log: (line: string) => void;
};

/**
 * Invokes a function with each message of a queue until the returned function is called. Deletes messages that succeed. Failed
 * messages are received again after their visibility timeout.
 */
export const startQueueMapping = (mapping: QueueMapping, deps: MappingDeps): (() => void) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for (const message of await receive(mapping, deps.sqs)) await deliver(mapping, message, deps);
      } catch (error) {
        if (signal.aborted) return;
        deps.log(`${mapping.queueArn}: ${String(error)}`);
        await new Promise<void>((resolve) => void deps.clock.after(1000, resolve));
      }
    }
  };
  for (let poller = 0; poller < mapping.concurrency; poller += 1) void poll();
  return () => stopping.abort();
};

const longPollSeconds = 20;

/** The next message of the queue, or none if none comes for a while. */
const receive = async ({ queueUrl }: QueueMapping, sqs: Call): Promise<Message[]> => {
  const received = await sqs('ReceiveMessage', {
    QueueUrl: queueUrl,
    WaitTimeSeconds: longPollSeconds,
    MessageSystemAttributeNames: ['All'],
  });
  return Received.parse(received).Messages;
};

const deliver = async (
  mapping: QueueMapping,
  message: Message,
  { pool, sqs }: MappingDeps,
): Promise<void> => {
  const outcome = await pool.invoke(JSON.stringify({ Records: [recordOf(message, mapping)] }));
  if (!isDone(outcome)) return;
  await sqs('DeleteMessage', { QueueUrl: mapping.queueUrl, ReceiptHandle: message.ReceiptHandle });
};

const Result = z.object({ batchItemFailures: z.array(z.unknown()).nullish() }).nullable();

/** Whether the only message of a batch succeeded (Lambda guide, "Implementing partial batch responses"). */
const isDone = (outcome: Outcome): boolean => {
  if ('error' in outcome) return false;
  const { success, data } = Result.safeParse(JSON.parse(outcome.result));
  return success && (data?.batchItemFailures ?? []).length === 0;
};

const recordOf = (message: Message, { queueArn, region }: QueueMapping) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes,
  messageAttributes: {},
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
});
