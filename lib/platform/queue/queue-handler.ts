import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod';
import { isOutage } from '#lib/platform/aws/outage.ts';
import type { ChangeVisibility } from '#lib/platform/aws/queue.ts';
import { log } from '#lib/platform/log.ts';
import { maxReceives } from './receives.ts';

const firstPauseSeconds = 15;

/** 15, 30, 60, 120 s: four pauses between five tries. */
const pauseAfter = (receives: number): number => firstPauseSeconds * 2 ** (receives - 1);

/**
 * A Lambda handler for a queue. Each record stands alone: returning from `run` finishes it, throwing keeps it on the
 * queue for another try, and after the last one in the dead-letter queue. The queue hides what failed for long, so that an
 * outage of AWS does not use up the tries; with `hide`, what failed for any other reason comes back within minutes.
 */
export const queueHandler =
  <Message>(
    schema: z.ZodType<Message>,
    run: (message: Message, delivery: { readonly isLastTry: boolean }) => Promise<void>,
    hide?: ChangeVisibility,
  ) =>
  async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures = [];
    for (const { body, messageId, receiptHandle, attributes } of event.Records) {
      const receives = Number(attributes.ApproximateReceiveCount);
      const isLastTry = receives >= maxReceives;
      try {
        await run(schema.parse(JSON.parse(body)), { isLastTry });
      } catch (error) {
        log.error('record.retried', error, { message_id: messageId, receives });
        batchItemFailures.push({ itemIdentifier: messageId });
        if (hide && !isOutage(error)) await hide(receiptHandle, isLastTry ? 0 : pauseAfter(receives));
      }
    }
    return { batchItemFailures };
  };
