import type * as z from 'zod';
import { log } from '#lib/platform/log.ts';
import type { RecordMiddleware } from './record.ts';

const isJsonOf = (schema: z.ZodType, body: string): boolean => {
  try {
    return schema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
};

/**
 * Parses the body of a record. A message that does not match the schema fails. A message that does not even match `ours` is
 * logged and dropped.
 */
export const parseMessage = <Message>(
  schema: z.ZodType<Message>,
  ours?: z.ZodType,
): RecordMiddleware<Message> => ({
  before: (request) => {
    try {
      request.event = { ...request.event, message: schema.parse(JSON.parse(request.event.body)) };
    } catch (error) {
      if (!ours || isJsonOf(ours, request.event.body)) throw error;
      log.error('record.unreadable', error);
      return true;
    }
    return undefined;
  },
});
