import type * as z from 'zod';
import type { RecordMiddleware } from './record.ts';

/** Parses the body of a record; one that is not as the schema says fails. */
export const parseMessage = <Message>(schema: z.ZodType<Message>): RecordMiddleware<Message> => ({
  before: (request) => {
    request.event = { ...request.event, message: schema.parse(JSON.parse(request.event.body)) };
  },
});
