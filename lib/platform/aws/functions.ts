import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** Starts a function without waiting for it. Rejects if Lambda did not accept the event. */
export type InvokeAsync<Event extends object> = (event: Event) => Promise<void>;

export const openFunction =
  <Event extends object>(client: LambdaClient, name: string): InvokeAsync<Event> =>
  async (event) => {
    await client.send(
      new InvokeCommand({ FunctionName: name, InvocationType: 'Event', Payload: JSON.stringify(event) }),
    );
  };
