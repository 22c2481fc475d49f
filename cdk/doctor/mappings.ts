import { type LambdaClient, paginateListEventSourceMappings } from '@aws-sdk/client-lambda';
import type { Settings } from '../settings.ts';

/** The mapping that gives a function the messages of a queue. */
export type QueueMapping = {
  readonly id: string;
  readonly functionName: string;
  readonly isPaused: boolean;
  readonly hasPollers: boolean;
};

/** The mappings of these functions. */
export const mappingsOf = async (client: LambdaClient, names: readonly string[]): Promise<QueueMapping[]> => {
  const mappings: QueueMapping[] = [];
  for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client }, {}))
    for (const {
      UUID: id = '',
      FunctionArn: arn = '',
      State,
      ProvisionedPollerConfig,
    } of EventSourceMappings) {
      // arn:aws:lambda:<region>:<account>:function:<name>, and with an alias :<alias>.
      const functionName = arn.split(':')[6] ?? '';
      if (!names.includes(functionName)) continue;
      const isPaused = State?.startsWith('Disabl') ?? false;
      const hasPollers = ProvisionedPollerConfig?.MaximumPollers !== undefined;
      mappings.push({ id, functionName, isPaused, hasPollers });
    }
  return mappings;
};

const update = ({ functionName, id }: QueueMapping, option: string): string =>
  `${functionName}: aws lambda update-event-source-mapping --uuid ${id} ${option}`;

/** Pollers that a deployment without `eventPollers` would leave on, with the commands that switch them off. */
export const pollersProblem = (
  { eventPollers }: Pick<Settings, 'eventPollers'>,
  mappings: readonly QueueMapping[],
): string | undefined => {
  const left = mappings.filter(({ hasPollers }) => hasPollers);
  return eventPollers !== undefined || left.length === 0
    ? undefined
    : `Pollers would stay on and be billed, and Lambda refuses a limit of concurrency beside them. ${left.map((one) => update(one, "--provisioned-poller-config '{}'")).join('; ')}.`;
};

/**
 * What somebody has stopped by the commands of docs/operations.md, with how to start it again. `stopped` are the names of
 * functions that may not start. Undefined if nothing is stopped.
 */
export const pausedProblem = (
  mappings: readonly QueueMapping[],
  stopped: readonly string[],
): string | undefined => {
  const texts = [
    ...mappings.filter(({ isPaused }) => isPaused).map((one) => update(one, '--enabled')),
    ...stopped.map((name) => `${name} may not start: see "Stop all new jobs" in docs/operations.md`),
  ];
  return texts.length === 0 ? undefined : `A deployment does not start it again. ${texts.join('; ')}.`;
};
