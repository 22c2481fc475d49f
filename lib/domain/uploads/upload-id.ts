import * as z from 'zod';

const message = 'Send the id of an upload grant, which begins with upl_.';

/** The request field with the id of an upload. */
export const uploadIdField = z
  .string(message)
  .regex(/^upl_/, message)
  .max(64, message)
  .meta({ description: 'The id of an upload grant whose file has arrived.' });
