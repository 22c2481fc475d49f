import { type LambdaClient, paginateListEventSourceMappings } from '@aws-sdk/client-lambda';

/** A queue whose messages no function gets, because somebody has paused the step. */
export type PausedMapping = { readonly id: string; readonly functionName: string };

/** What somebody has stopped by the commands of docs/operations.md. No deployment switches it on again. */
export type Paused = {
  readonly mappings: readonly PausedMapping[];
  /** The names of functions that may not start. */
  readonly functions: readonly string[];
};

/** The mappings of these functions that are disabled. */
export const pausedMappings = async (
  client: LambdaClient,
  names: readonly string[],
): Promise<PausedMapping[]> => {
  const paused: PausedMapping[] = [];
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client }, {}))
    for (const { State: state, UUID: id = '', FunctionArn: arn = '' } of EventSourceMappings) {
      // arn:aws:lambda:<region>:<account>:function:<name>, and with an alias :<alias>.
      const functionName = arn.split(':')[6] ?? '';
      if (state?.startsWith('Disabl') && names.includes(functionName)) paused.push({ id, functionName });
    }
  return paused;
};

/** What is paused, with the commands that start it again. Undefined if nothing is. */
export const pausedProblem = ({ mappings, functions }: Paused): string | undefined => {
  const texts = [
    ...mappings.map(
      ({ id, functionName }) =>
        `${functionName} gets no messages: aws lambda update-event-source-mapping --uuid ${id} --enabled`,
    ),
    ...functions.map((name) => `${name} may not start: see "Stop all new jobs" in docs/operations.md`),
  ];
  return texts.length === 0 ? undefined : `A deployment does not start it again. ${texts.join('; ')}.`;
};
