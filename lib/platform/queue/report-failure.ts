import { log } from '#lib/platform/log.ts';
import type { RecordMiddleware } from './record.ts';

/** Keeps a message that failed on its queue: the other records of its batch stand alone. */
export const reportFailure = <Message>(): RecordMiddleware<Message> => ({
  onError: (request) => {
    log.error('record.retried', request.error, { is_last_try: request.event.isLastTry });
    request.response = false;
  },
});
