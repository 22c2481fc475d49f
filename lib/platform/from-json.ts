import * as z from 'zod';

const parsed = (text: string, context: z.core.$RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'This is not valid JSON.' });
    return z.NEVER;
  }
};

/** A setting with several values. On a command line, and in a function's environment, it is JSON text. */
export const fromJson = z
  .unknown()
  .transform((value, context) => (typeof value === 'string' ? parsed(value, context) : value));
