import type * as z from 'zod';
import { log } from '#lib/platform/log.ts';
import type { RecordMiddleware } from './record.ts';

/**
 * Parses the body of a record. One that is not as the schema says fails; if the queue lets go of those, it is logged
 * and done with.
 */
export const parseMessage = <Message>(
  schema: z.ZodType<Message>,
  letsGo = false,
): RecordMiddleware<Message> => ({
  before: (request) => {
    try {
      request.event = { ...request.event, message: schema.parse(JSON.parse(request.event.body)) };
    } catch (error) {
      if (!letsGo) throw error;
      log.error('record.unreadable', error);
      return true;
    }
    return undefined;
  },
});
