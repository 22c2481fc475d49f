/** Sent to a function's process. `event` is JSON, `deadline` is in epoch milliseconds. */
export type Invocation = { readonly requestId: string; readonly event: string; readonly deadline: number };

/** The handler's result, or its error in Lambda's format, as JSON. */
export type Outcome = { readonly result: string } | { readonly error: string };

export const failed = (errorType: string, errorMessage: string): Outcome => ({
  error: JSON.stringify({ errorType, errorMessage }),
});
