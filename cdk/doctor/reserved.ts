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

/** The concurrent executions that each of these functions has reserved, if any. */
export const reservedOf = async (
  client: Pick<LambdaClient, 'send'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const reserved = new Map<string, number>();
  // Asks one by one, because Lambda accepts 15 such requests a second.
  for (const FunctionName of names) {
    const { ReservedConcurrentExecutions: own } = await client.send(
      new GetFunctionConcurrencyCommand({ FunctionName }),
    );
    if (own !== undefined) reserved.set(FunctionName, own);
  }
  return reserved;
};
