import { CfnOutput, Stack, type App } from 'aws-cdk-lib/core';
import { CfnApiMapping } from 'aws-cdk-lib/aws-apigatewayv2';
import { headKeyOf, isPublished, isRoute, routes, type ConsoleRoute } from '#functions/routes.ts';
import { apiAccess, readUsage, type ApiStack } from './api-stack.ts';
import { bySession, consoleAccess, inOrganization, inProject } from './console-access.ts';
import { constant, type Access } from './constructs/access.ts';
import { ApiStage } from './constructs/api-stage.ts';
import { ConsoleFiles } from './constructs/console-files.ts';
import { productList } from './constructs/products.ts';
import { routeKey } from './constructs/route-function.ts';
import type { TableGrants } from './constructs/table-grants.ts';
import { watchPayments } from './constructs/watch-payments.ts';
import { watchSignIn } from './constructs/watch-sign-in.ts';
import type { DataStack, SharedProps } from './data-stack.ts';
import { jobListAccess, liveAccess, playgroundAccess, type PlaygroundRoute } from './playground-access.ts';
import type { PeopleRoute, PeopleStack } from './people-stack.ts';
import { realtimeAccess, type RealtimeConsoleRoute } from './realtime-access.ts';
import type { RealtimeStack } from './realtime-stack.ts';
import { routeFunctions } from './route-functions.ts';
import type { Settings } from './settings.ts';
import { commonProps } from './stage.ts';
import { webhookAccess } from './webhook-access.ts';

/** The access of each route. If a console route is missing here, compilation fails. */
const accessOf = (
  data: DataStack,
  settings: Settings,
): Record<Exclude<ConsoleRoute, PlaygroundRoute | RealtimeConsoleRoute | PeopleRoute>, readonly Access[]> => {
  const { table, site, signIn, stripe } = data;
  const { origin } = site;
  const { access: oidc, cookieSecret } = signIn;
  const console = consoleAccess(origin, settings);
  const signedIn = (...grants: readonly TableGrants[]) => [...console, table.allow(bySession, ...grants)];
  const signInAttempt = [constant('CONSOLE_ORIGIN', origin), ...oidc, cookieSecret];
  const change: TableGrants = { ConditionCheckItem: ['memberships'] };
  const ofWebhooks = webhookAccess(data, [bySession, inProject], { common: console, change });
  const products = productList(settings.products);
  const stripeKey = stripe ? [stripe.apiKey] : [];
  return {
    'GET /api/platform/v1/session': signedIn(),
    'DELETE /api/platform/v1/session': [...signedIn(), ...oidc],
    'DELETE /api/platform/v1/sessions': [...signedIn(), ...oidc],
    'GET /api/platform/v1/sign-in': signInAttempt,
    'GET /api/platform/v1/sign-in/callback': [
      ...signInAttempt,
      table.allow({ PutItem: ['signIns', 'sessions', 'sessionLists'], UpdateItem: ['sessions'] }),
    ],
    'POST /api/platform/v1/organizations': signedIn(inOrganization, {
      PutItem: ['memberships', 'auditLogs'],
      UpdateItem: ['organizationLists'],
    }),
    'GET /api/platform/v1/organizations': signedIn(inOrganization, { Query: ['organizationLists'] }),
    'POST /api/platform/v1/organizations/{organization_id}/projects': signedIn(inOrganization, {
      PutItem: ['projects', 'projectLists', 'auditLogs'],
      UpdateItem: ['projectPlaces'],
    }),
    'GET /api/platform/v1/organizations/{organization_id}/projects': signedIn(inOrganization, {
      Query: ['projectLists'],
    }),
    'GET /api/platform/v1/projects/{project_id}/usage': signedIn(inProject, readUsage),
    'GET /api/platform/v1/projects/{project_id}/requests/{request_id}': signedIn(inProject, {
      GetItem: ['requests'],
    }),
    'GET /api/platform/v1/organizations/{organization_id}/billing': [
      ...signedIn(inOrganization, {
        GetItem: ['customers', 'topUps'],
        Query: ['balances', 'paymentLedgers'],
      }),
      products,
      constant('PREPAID', settings.prepaid),
    ],
    'POST /api/platform/v1/organizations/{organization_id}/billing/checkout': [
      ...signedIn(inOrganization, {
        GetItem: ['customers'],
        PutItem: ['customers'],
        UpdateItem: ['customers'],
      }),
      products,
      ...stripeKey,
    ],
    'POST /api/platform/v1/organizations/{organization_id}/billing/portal': [
      ...signedIn(inOrganization, { GetItem: ['customers'] }),
      ...stripeKey,
    ],
    'GET /api/platform/v1/organizations/{organization_id}/billing/subscriptions': [
      ...signedIn(inOrganization, { GetItem: ['customers'] }),
      products,
      ...stripeKey,
    ],
    'GET /api/platform/v1/organizations/{organization_id}/billing/receipts/{entry_id}': [
      ...signedIn(inOrganization, { Query: ['paymentLedgers'] }),
      ...stripeKey,
    ],
    'POST /api/platform/v1/billing/events': [
      table.allow({
        GetItem: ['payments', 'memberships'],
        PutItem: ['paymentLedgers'],
        UpdateItem: ['payments', 'balances', 'topUps'],
      }),
      products,
      ...(stripe ? [stripe.apiKey, stripe.signing] : []),
    ],
    'POST /api/platform/v1/projects/{project_id}/api-keys': signedIn(inProject, {
      GetItem: ['apiKeys'],
      ConditionCheckItem: ['memberships'],
      PutItem: ['apiKeys', 'apiKeyLists', 'keys', 'auditLogs'],
      UpdateItem: ['liveApiKeys'],
    }),
    'GET /api/platform/v1/projects/{project_id}/api-keys': signedIn(inProject, {
      Query: ['apiKeyLists'],
      GetItem: ['keys'],
    }),
    'DELETE /api/platform/v1/projects/{project_id}/api-keys/{key_id}': signedIn(inProject, {
      GetItem: ['apiKeys'],
      UpdateItem: ['apiKeys', 'apiKeyLists', 'keys', 'liveApiKeys'],
      PutItem: ['auditLogs'],
    }),
    'POST /api/platform/v1/webhooks': ofWebhooks['POST /v1/webhooks'],
    'GET /api/platform/v1/webhooks': ofWebhooks['GET /v1/webhooks'],
    'GET /api/platform/v1/webhooks/{webhook_id}': ofWebhooks['GET /v1/webhooks/{webhook_id}'],
    'PATCH /api/platform/v1/webhooks/{webhook_id}': ofWebhooks['PATCH /v1/webhooks/{webhook_id}'],
    'DELETE /api/platform/v1/webhooks/{webhook_id}': ofWebhooks['DELETE /v1/webhooks/{webhook_id}'],
    'POST /api/platform/v1/webhooks/{webhook_id}/rotate-secret':
      ofWebhooks['POST /v1/webhooks/{webhook_id}/rotate-secret'],
    'POST /api/platform/v1/webhooks/{webhook_id}/test': ofWebhooks['POST /v1/webhooks/{webhook_id}/test'],
    'GET /api/platform/v1/webhooks/{webhook_id}/deliveries':
      ofWebhooks['GET /v1/webhooks/{webhook_id}/deliveries'],
    'POST /api/platform/v1/webhooks/{webhook_id}/redeliver':
      ofWebhooks['POST /v1/webhooks/{webhook_id}/redeliver'],
    'GET /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}':
      ofWebhooks['GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}'],
    'POST /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver':
      ofWebhooks['POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'],
  };
};

type ConsoleStackProps = SharedProps & {
  readonly api: ApiStack;
  readonly people: PeopleStack;
  /** Undefined if realtime sessions are off. */
  readonly realtime: RealtimeStack | undefined;
};

/** The files of the console's page, and its routes. Publishes the HTTP API after its last routes exist. */
export class ConsoleStack extends Stack {
  constructor(
    app: App,
    id: string,
    { settings, data, concurrency, api, people, realtime }: ConsoleStackProps,
  ) {
    super(app, id, { ...commonProps(settings), description: 'Earshot: the console' });
    // AWS refuses settings of a stage for a route that does not exist yet.
    this.addStackDependency(api);
    this.addStackDependency(people);
    const { httpApi, site } = data;
    const { origin } = site;
    new ConsoleFiles(this, 'Site', {
      destination: site.files,
      logRetention: settings.logRetentionDays,
      statusUrl: settings.statusUrl,
    });
    const authentication = [bySession, inProject];
    const console = consoleAccess(origin, settings);
    const access: Partial<Record<ConsoleRoute, readonly Access[]>> = {
      ...accessOf(data, settings),
      ...playgroundAccess(
        apiAccess(data, settings, authentication),
        console,
        jobListAccess(data, authentication),
      ),
      ...(realtime && liveAccess(realtimeAccess(data, settings, { authentication, realtime }), console)),
    };
    const all = Object.keys(routes).filter(isRoute);
    const stage = new ApiStage(this, 'Stage', {
      api: httpApi,
      publicRoutes: [
        '$default',
        ...all.filter((route) => routes[route].audience === 'public'),
        ...all.filter(isPublished).map(headKeyOf),
      ],
      logRetention: settings.logRetentionDays,
    });
    for (const [route, handler] of routeFunctions(this, { settings, data, concurrency, access })) {
      stage.node.addDependency(handler.route);
      if (route === 'GET /api/platform/v1/sign-in/callback') watchSignIn(handler);
      if (data.stripe && route === 'POST /api/platform/v1/billing/events')
        watchPayments(handler, { api: httpApi, key: routeKey(route) });
    }
    if (settings.apiDomain)
      new CfnApiMapping(this, 'ApiMapping', {
        apiId: httpApi.apiId,
        domainName: settings.apiDomain.name,
        stage: stage.stageName,
      }).node.addDependency(stage);
    new CfnOutput(this, 'ConsoleUrl', { value: `${origin}/` });
  }
}
