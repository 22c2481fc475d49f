import { Stack, Validations, type App } from 'aws-cdk-lib/core';
import { isConsoleRoute, isRoute, routes, type ConsoleRoute } from '#functions/routes.ts';
import type { ApiStack } from './api-stack.ts';
import { constant, type Access } from './constructs/access.ts';
import { RouteFunction, routeKey } from './constructs/route-function.ts';
import type { DataStack } from './data-stack.ts';
import type { Settings } from './settings.ts';

/** What each route may touch. A route of the console that is missing here does not compile. */
const accessOf = (
  { table, webhooks, webhookKey }: DataStack,
  origin: string,
): Record<ConsoleRoute, readonly Access[]> => {
  const console = constant('CONSOLE_ORIGIN', origin);
  // The session alone is one read, and now and then a write.
  const signedIn = [console, table.allow('GetItem', 'UpdateItem')];
  const creating = [console, table.allow('GetItem', 'PutItem', 'UpdateItem')];
  const listing = [console, table.allow('GetItem', 'UpdateItem', 'Query')];
  return {
    'GET /api/platform/v1/session': signedIn,
    'POST /api/platform/v1/organizations': creating,
    'GET /api/platform/v1/organizations': listing,
    'POST /api/platform/v1/organizations/{organization_id}/projects': creating,
    'GET /api/platform/v1/organizations/{organization_id}/projects': listing,
    'POST /api/platform/v1/webhooks': [...creating, webhookKey.allow('Encrypt')],
    'GET /api/platform/v1/webhooks': listing,
    'GET /api/platform/v1/webhooks/{webhook_id}': signedIn,
    'PATCH /api/platform/v1/webhooks/{webhook_id}': [...signedIn, webhooks.allowSend()],
    'DELETE /api/platform/v1/webhooks/{webhook_id}': signedIn,
    'POST /api/platform/v1/webhooks/{webhook_id}/rotate-secret': [...signedIn, webhookKey.allow('Encrypt')],
    'POST /api/platform/v1/webhooks/{webhook_id}/test': [...creating, webhooks.allowSend()],
    'GET /api/platform/v1/webhooks/{webhook_id}/deliveries': listing,
    'POST /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': [
      ...signedIn,
      webhooks.allowSend(),
    ],
  };
};

type ConsoleStackProps = { readonly settings: Settings; readonly data: DataStack; readonly api: ApiStack };

/** The console: the functions behind its page, on the HTTP API of `api`. */
export class ConsoleStack extends Stack {
  constructor(app: App, id: string, { settings, data, api }: ConsoleStackProps) {
    super(app, id, { description: 'Earshot: the console' });
    // Until the console has a distribution of its own, its page is where the API is.
    const origin = api.httpApi.apiEndpoint;
    const access = accessOf(data, origin);
    for (const route of Object.keys(routes).filter(isRoute).filter(isConsoleRoute)) {
      new RouteFunction(this, {
        api: api.httpApi,
        key: routeKey(route),
        file: routes[route].file,
        access: access[route],
        logRetention: settings.logRetentionDays,
      });
    }
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The functions check the session themselves against the table, so that signing out works at once.',
    });
  }
}
