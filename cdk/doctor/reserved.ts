import { GetFunctionConcurrencyCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Settings } from '../settings.ts';
import { stackIds } from '../stage.ts';

/** Those that belong to the stage of the settings: CloudFormation begins their names with the stack's. */
export const functionsOfStage = <F extends { readonly FunctionName?: string | undefined }>(
  settings: Settings,
  functions: readonly F[],
): F[] =>
  functions.filter(({ FunctionName: name }) =>
    stackIds(settings).some((stack) => name?.startsWith(`${stack}-`)),
  );

/** The concurrent executions that the functions have reserved together. */
export const reservedBy = async (
  client: Pick<LambdaClient, 'send'>,
  names: readonly string[],
): Promise<number> => {
  let sum = 0;
  // One after the other: Lambda takes 15 such requests a second.
  for (const FunctionName of names) {
    const { ReservedConcurrentExecutions: own = 0 } = await client.send(
      new GetFunctionConcurrencyCommand({ FunctionName }),
    );
    sum += own;
  }
  return sum;
};
