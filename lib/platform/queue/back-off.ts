import { isOutage } from '#lib/platform/aws/outage.ts';
import type { ChangeVisibility } from '#lib/platform/aws/queue.ts';
import type { RecordMiddleware } from './record.ts';

const firstPauseSeconds = 15;

/** 15, 30, 60, 120 s: four pauses between five tries. */
const pauseAfter = (receives: number): number => firstPauseSeconds * 2 ** (receives - 1);

/**
 * Makes a failed message visible again within minutes. During an outage of AWS it does nothing: then the longer pause of the
 * queue itself prevents that all tries are used up.
 */
export const backOff = <Message>(changeVisibility: ChangeVisibility): RecordMiddleware<Message> => ({
  onError: async ({ error, event: { receiptHandle, receives, isLastTry } }) => {
    if (!isOutage(error)) await changeVisibility(receiptHandle, isLastTry ? 0 : pauseAfter(receives));
  },
});
