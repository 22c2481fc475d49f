import { addLogFields, type LogFields } from '#lib/platform/log.ts';
import { messageOf, type RecordMiddleware } from './record.ts';

/** Adds the ids in a message to every further log line of its record. */
export const logMessage = <Message>(
  fieldsOf: (message: Message) => LogFields,
): RecordMiddleware<Message> => ({
  before: ({ event }) => addLogFields(fieldsOf(messageOf(event))),
});
