import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { QueueRecord, RecordMiddleware, RecordState } from '#lib/platform/queue/record.ts';
import { lambdaContext } from './http-event.ts';

const received = { messageId: 'm', receiptHandle: 'r', body: '', receives: 1, waitedMs: 0, isLastTry: false };

/** Runs one middleware around the processing of a record. Returns whether the record is done. */
export const runRecord = <Message>(
  middleware: RecordMiddleware<Message>,
  record: Partial<QueueRecord<Message>>,
  work: (record: QueueRecord<Message>) => Promise<void> = async () => {},
): Promise<boolean> => {
  const handle = middy<QueueRecord<Message>, boolean, Error, Context, RecordState>({
    timeoutEarlyInMillis: 0,
  })
    .use(middleware)
    .handler(async (one) => {
      await work(one);
      return true;
    });
  return handle({ ...received, ...record }, lambdaContext);
};
