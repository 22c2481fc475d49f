import middy from '@middy/core';
import type { Context, SQSBatchResponse } from 'aws-lambda';
import type * as z from 'zod';
import type { ReceivedMessage } from '#lib/platform/aws/receive.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { type LogFields, withTimedLog } from '#lib/platform/log.ts';
import { logMessage } from './log-message.ts';
import { parseMessage } from './parse-message.ts';
import {
  messageOf,
  type QueueRecord,
  type RecordMiddleware,
  type RecordState,
  toQueueRecord,
} from './record.ts';
import { reportFailure } from './report-failure.ts';

type QueueOptions<Message> = {
  readonly schema: z.ZodType<Message>;
  /** The fields of the log lines about a message. */
  readonly logFields: (message: Message) => LogFields;
  /**
   * The fields that our messages have in every version. A message without them is logged and dropped. Only set for a queue
   * after which nothing else would end the tries of a message.
   */
  readonly ours?: z.ZodType;
  /** Middlewares that run around the work, in this order. */
  readonly use?: readonly RecordMiddleware<Message>[];
};

/** The event that Lambda passes to a function that a queue invokes. */
type QueueEvent = { readonly Records: readonly ReceivedMessage[] };

/**
 * A Lambda handler for a queue. Each record is handled separately. If `run` returns, the record is finished. If it throws,
 * the record stays on the queue for another try; after the last one it goes to the dead-letter queue.
 */
export const queueHandler = <Message>(
  { schema, logFields, ours, use = [] }: QueueOptions<Message>,
  run: (message: Message, record: { readonly isLastTry: boolean }) => Promise<void>,
): ((event: QueueEvent, context: Context) => Promise<SQSBatchResponse>) => {
  const handleRecord = middy<QueueRecord<Message>, boolean, Error, Context, RecordState>({
    timeoutEarlyInMillis: 0,
  })
    .use(parseMessage(schema, ours))
    .use(logMessage(logFields))
    .use([...use])
    .use(reportFailure())
    .handler(async (record) => {
      await run(messageOf(record), { isLastTry: record.isLastTry });
      return true;
    });
  return eventHandler(async ({ Records }, context) => {
    const batchItemFailures = [];
    for (const record of Records.map(toQueueRecord)) {
      const { messageId, receives } = record;
      const isDone = await withTimedLog({ message_id: messageId, receives }, () =>
        handleRecord(record, context),
      );
      if (!isDone) batchItemFailures.push({ itemIdentifier: messageId });
    }
    return { batchItemFailures };
  });
};
