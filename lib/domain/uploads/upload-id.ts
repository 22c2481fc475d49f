import * as z from 'zod';

const message = 'Send the id of an upload grant; it begins with upl_.';

/** The field that names an upload in a request. */
export const uploadIdField = z
  .string(message)
  .regex(/^upl_/, message)
  .max(64, message)
  .meta({ description: 'Of an upload grant whose file has arrived.' });
