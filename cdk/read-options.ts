import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options of a command. For unknown ones, such as `--help`, it prints the usage and ends the process with 2. */
export const readOptions = <Own extends Options>(options: Own, usage: string) => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(2);
  }
};
