import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { StageMessage } from '#lib/platform/limits/stage-permits.ts';
import { holdPermit, type PermitDeps } from '#lib/platform/queue/hold-permit.ts';
import { type QueueRecord, type RecordState, messageOf } from '#lib/platform/queue/record.ts';
import { lambdaContext } from './http-event.ts';

/** Runs a message as the function of its stage does: while its project holds a permit there, or not now. */
export const whileHoldingPermit = async <Message extends StageMessage>(
  deps: PermitDeps<Message>,
  message: Message,
  run: (message: Message) => Promise<void>,
): Promise<void> => {
  const handle = middy<QueueRecord<Message>, boolean, Error, Context, RecordState>({
    timeoutEarlyInMillis: 0,
  })
    .use(holdPermit(deps))
    .handler(async (record) => {
      await run(messageOf(record));
      return true;
    });
  const record = { messageId: 'm', receiptHandle: 'r', body: '', receives: 1, isLastTry: false, message };
  await handle(record, lambdaContext);
};
