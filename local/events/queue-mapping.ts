import * as z from 'zod';
import type { Call } from '../aws-endpoint/json-service.ts';
import type { FunctionPool } from '../lambda/pool.ts';
import type { Clock } from './clock.ts';
import { failedMessageIds } from './batch-response.ts';

export type QueueMapping = {
  readonly queueArn: string;
  readonly queueUrl: string;
  readonly region: string;
  readonly batchSize: number;
  readonly reportsItemFailures: boolean;
  readonly concurrency: number;
};

const Message = z.object({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: z.string(),
  MD5OfBody: z.string(),
  Attributes: z.record(z.string(), z.string()).default({}),
  MessageAttributes: z
    .record(
      z.string(),
      z.object({
        DataType: z.string(),
        StringValue: z.string().optional(),
        BinaryValue: z.string().optional(),
      }),
    )
    .default({}),
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
 * Invokes a function with the messages of a queue until the returned function is called. Deletes messages that succeed. Failed
 * messages are received again after their visibility timeout.
 */
export const startQueueMapping = (mapping: QueueMapping, deps: MappingDeps): (() => void) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const poll = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const messages = await receiveBatch(mapping, deps.sqs);
        if (messages.length > 0) await deliver(mapping, messages, deps);
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

const receiveBatch = async ({ queueUrl, batchSize }: QueueMapping, sqs: Call): Promise<Message[]> => {
  const received = await sqs('ReceiveMessage', {
    QueueUrl: queueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: longPollSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  return Received.parse(received).Messages;
};

const deliver = async (
  mapping: QueueMapping,
  messages: readonly Message[],
  deps: MappingDeps,
): Promise<void> => {
  const event = { Records: messages.map((message) => recordOf(message, mapping)) };
  const outcome = await deps.pool.invoke(JSON.stringify(event));
  const ids = messages.map(({ MessageId }) => MessageId);
  const failed = failedMessageIds(outcome, ids, mapping.reportsItemFailures);
  const done = messages.filter(({ MessageId }) => !failed.has(MessageId));
  if (done.length === 0) return;
  const Entries = done.map(({ MessageId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle }));
  await deps.sqs('DeleteMessageBatch', { QueueUrl: mapping.queueUrl, Entries });
};

const recordOf = (message: Message, { queueArn, region }: QueueMapping) => ({
  messageId: message.MessageId,
  receiptHandle: message.ReceiptHandle,
  body: message.Body,
  attributes: message.Attributes,
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        dataType: DataType,
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
        stringListValues: [],
        binaryListValues: [],
      },
    ]),
  ),
  md5OfBody: message.MD5OfBody,
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
});
