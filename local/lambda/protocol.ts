/** To a function's process. `event` is JSON; `deadline` is in epoch milliseconds. */
export type Invocation = { requestId: string; event: string; deadline: number };

/** What an invocation came to: the handler's result, or what it threw, as JSON in Lambda's error form. */
export type Outcome = { result: string } | { error: string };

export const failed = (errorType: string, errorMessage: string): Outcome => ({
  error: JSON.stringify({ errorType, errorMessage }),
});
