import * as z from 'zod';

/** Parses JSON in a `transform` of zod. Text that is not JSON is an issue, not an exception. */
export const parseJson = (text: string, context: z.core.$RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'This is not valid JSON.' });
    return z.NEVER;
  }
};
