import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod';
import { log } from '#lib/log.ts';
import { maxReceives } from './receives.ts';

/**
 * A Lambda handler for a queue. Each record stands alone: returning from `run` finishes it, throwing keeps it on the
 * queue for another try, and after the last one in the dead-letter queue.
 */
export const queueHandler =
  <Message>(
    schema: z.ZodType<Message>,
    run: (message: Message, delivery: { readonly isLastTry: boolean }) => Promise<void>,
  ) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures = [];
    for (const { body, messageId, attributes } of event.Records) {
      try {
        const isLastTry = Number(attributes.ApproximateReceiveCount) >= maxReceives;
        await run(schema.parse(JSON.parse(body)), { isLastTry });
      } catch (error) {
        log.error('record.retried', error, {
          message_id: messageId,
          receives: attributes.ApproximateReceiveCount,
        });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
