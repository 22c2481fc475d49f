// The root of aws-cdk-lib loads every service, so this file and the stacks import only its core.
import { App, type AppProps } from 'aws-cdk-lib/core';
import featureFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { ApiStack } from './api-stack.ts';
import { planConcurrency } from './concurrency.ts';
import { ConsoleStack } from './console-stack.ts';
import { watchThrottles } from './constructs/watch-throttles.ts';
import { DataStack } from './data-stack.ts';
import { withOrganizationWaits } from './organization-waits.ts';
import { PeopleStack } from './people-stack.ts';
import { RealtimeStack } from './realtime-stack.ts';
import { readSettings, type Settings } from './settings.ts';
import { stackId } from './stage.ts';
import { WebhooksStack } from './webhooks-stack.ts';
import { WorkersStack } from './workers-stack.ts';

const behaviour = {
  // The flags of a new CDK app. One of them makes an invalid CloudFormation template an error.
  ...featureFlags,
  // Errors of constructs are for the CLI, which then deploys nothing. A laptop needs the templates anyway.
  '@aws-cdk/core:annotationsInValidationReport': false,
  // Uses exports between stacks, so that CloudFormation refuses to delete what another stack still uses.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
};

/** The number of realtime sessions in the settings. Undefined for the default. */
const sessionsIn = ({ realtime, realtimeSessions }: Settings): number | undefined =>
  realtime === 'off' ? 0 : realtimeSessions;

/** Earshot as a CDK app. EarshotData has everything that must survive; the other stacks can be deleted and deployed again. */
export const createEarshot = ({ context, ...props }: AppProps = {}): App => {
  const app = new App({ ...props, context: { ...behaviour, ...context } });
  const given = readSettings(app.node);
  const concurrency = planConcurrency(given.accountConcurrency, {
    sessions: sessionsIn(given),
    hasHelpers: given.helpers === 'on',
    hasPollers: given.eventPollers !== undefined,
  });
  const settings = { ...given, limits: withOrganizationWaits(given.limits, concurrency.reserved) };
  const data = new DataStack(app, stackId(settings, 'Data'), { settings });
  const shared = { settings, data, concurrency };
  const realtime =
    settings.realtime === 'on' ? new RealtimeStack(app, stackId(settings, 'Realtime'), shared) : undefined;
  const api = new ApiStack(app, stackId(settings, 'Api'), { ...shared, realtime });
  const people = new PeopleStack(app, stackId(settings, 'People'), shared);
  new ConsoleStack(app, stackId(settings, 'Console'), { ...shared, api, people, realtime });
  new WebhooksStack(app, stackId(settings, 'Webhooks'), shared);
  new WorkersStack(app, stackId(settings, 'Workers'), shared);
  watchThrottles(app);
  data.alarms.connect(app);
  return app;
};
