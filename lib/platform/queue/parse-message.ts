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

/** Parses the body of a record. One that is not as the schema says fails; one that is not even one of `ours` is logged and done with. */
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
