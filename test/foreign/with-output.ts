/** Adds the program's output to the error if it failed. */
export const withOutput = <Result>(running: Promise<Result>): Promise<Result> =>
  running.catch((error: unknown) => {
    const printed = error instanceof Error && 'stdout' in error ? error.stdout : '';
    throw new Error(`${String(error)}\n${String(printed)}`, { cause: error });
  });
