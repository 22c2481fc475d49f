import { GetFunctionConcurrencyCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Settings } from '../settings.ts';
import { stackIds } from '../stage.ts';

/** The functions of the stage. CloudFormation begins their names with the name of the stack. */
export const functionsOfStage = <F extends { readonly FunctionName?: string | undefined }>(
  settings: Settings,
  functions: readonly F[],
): F[] =>
  functions.filter(({ FunctionName: name }) =>
    stackIds(settings).some((stack) => name?.startsWith(`${stack}-`)),
  );

/** The total concurrent executions that these functions have reserved. */
export const reservedBy = async (
  client: Pick<LambdaClient, 'send'>,
  names: readonly string[],
): Promise<number> => {
  let sum = 0;
  // Asks one by one, because Lambda accepts 15 such requests a second.
  for (const FunctionName of names) {
    const { ReservedConcurrentExecutions: own = 0 } = await client.send(
      new GetFunctionConcurrencyCommand({ FunctionName }),
    );
    sum += own;
  }
  return sum;
};
