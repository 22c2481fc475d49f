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
  /** What the lines about a message name. */
  readonly logFields: (message: Message) => LogFields;
  /** What our messages have in every version. One without it is logged and let go, if after this queue nothing would end its tries. */
  readonly ours?: z.ZodType;
  /** Run around the work, in this order. */
  readonly use?: readonly RecordMiddleware<Message>[];
};

/** What Lambda gives a function that a queue invokes. */
type QueueEvent = { readonly Records: readonly ReceivedMessage[] };

/**
 * A Lambda handler for a queue. Each record stands alone: returning from `run` finishes it, throwing keeps it on the
 * queue for another try, and after the last one in the dead-letter queue.
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
