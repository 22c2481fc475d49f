import {
  LambdaClient,
  ListFunctionsCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { signed } from '../support/stripe-events.ts';
import type { Outputs } from './deployment.ts';
import type { Cloud } from './ministack.ts';

// Stripe sends such events, and nothing is credited for them.
const event = { type: 'customer.created', data: { object: { id: 'cus_1' } } };

/** The secrets of the deployment without a stage, and a Stripe that signs with one of them. */
export const secretsOf = ({ clientOptions }: Cloud, { baseUrl }: Outputs) => {
  const lambda = new LambdaClient(clientOptions);
  const manager = new SecretsManagerClient(clientOptions);
  return {
    /** Sends an event of Stripe, signed with each of the secrets. Returns the status of the response. */
    sendEvent: async (...secrets: readonly string[]): Promise<number> => {
      const now = new Date();
      const all = secrets.map((secret) => signed(event, secret, now));
      const [time] = (all[0]?.header ?? '').split(',');
      const header = [time, ...all.map((one) => one.header.split(',')[1])].join(',');
      const response = await fetch(`${baseUrl}/api/platform/v1/billing/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: all[0]?.payload ?? '',
      });
      return response.status;
    },
    /** Restarts the function that receives events, so that it reads the secret as if five minutes had passed. */
    restartEvents: async (): Promise<void> => {
      const { Functions = [] } = await lambda.send(new ListFunctionsCommand({ MaxItems: 1_000 }));
      const receiver = Functions.find(
        ({ Description }) => Description === 'functions/platform/billing/receive-event.ts',
      );
      const { FunctionName = '', Environment } = receiver ?? {};
      const Variables = { ...Environment?.Variables, RESTARTED: 'yes' };
      await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
    },
    /** The value of the secret with this logical id. */
    valueOf: async (id: string): Promise<string | undefined> => {
      const { SecretList = [] } = await manager.send(new ListSecretsCommand({ MaxResults: 100 }));
      const found = SecretList.find(({ Name }) => Name?.startsWith(`EarshotData-${id}`));
      return (await manager.send(new GetSecretValueCommand({ SecretId: found?.ARN }))).SecretString;
    },
  };
};
