import { ForeignFault } from '#lib/platform/foreign-fault.ts';
import { log } from '#lib/platform/log.ts';
import type { RecordMiddleware } from './record.ts';

/** Keeps a failed message on its queue, without affecting the other records of its batch. */
export const reportFailure = <Message>(): RecordMiddleware<Message> => ({
  onError: (request) => {
    const { error, event } = request;
    const is_foreign = error instanceof ForeignFault;
    log.error('record.retried', error, { is_last_try: event.isLastTry, is_foreign });
    request.response = false;
  },
});
