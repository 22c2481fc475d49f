import * as z from 'zod';

/** The field that names an upload in a request. */
export const uploadIdField = z
  .string()
  .regex(/^upl_/, 'Send the id of an upload grant; it begins with upl_.')
  .max(64)
  .meta({ description: 'Of an upload grant whose file has arrived.' });
