import { addLogFields, type LogFields } from '#lib/platform/log.ts';
import { messageOf, type RecordMiddleware } from './record.ts';

/** Puts what a message names on every further line of its record. */
export const logMessage = <Message>(
  fieldsOf: (message: Message) => LogFields,
): RecordMiddleware<Message> => ({
  before: ({ event }) => addLogFields(fieldsOf(messageOf(event))),
});
