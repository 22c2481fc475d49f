import { CfnOutput, Stack, type App } from 'aws-cdk-lib/core';
import { isConsoleRoute, isRoute, routes, type ConsoleRoute } from '#functions/routes.ts';
import { apiAccess, type ApiStack } from './api-stack.ts';
import { constant, type Access } from './constructs/access.ts';
import { productView } from '#lib/billing/products.ts';
import { ConsoleSite } from './constructs/console-site.ts';
import { RouteFunction, routeKey } from './constructs/route-function.ts';
import { SignIn } from './constructs/sign-in.ts';
import { StripeSecrets } from './constructs/stripe-secrets.ts';
import { watchPayments } from './constructs/watch-payments.ts';
import type { DataStack } from './data-stack.ts';
import { playgroundAccess, type PlaygroundRoute } from './playground-access.ts';
import type { Settings } from './settings.ts';

type Console = {
  readonly origin: string;
  readonly signIn: SignIn;
  /** Undefined where nothing is sold. */
  readonly stripe: StripeSecrets | undefined;
  readonly settings: Settings;
};

/** What each route may touch. A route of the console that is missing here does not compile. */
const accessOf = (
  { table, webhooks, webhookKey }: DataStack,
  { origin, signIn: { access: oidc }, stripe, settings }: Console,
): Record<Exclude<ConsoleRoute, PlaygroundRoute>, readonly Access[]> => {
  const console = constant('CONSOLE_ORIGIN', origin);
  // The session alone is one read, and now and then a write.
  const signedIn = [console, table.allow('GetItem', 'UpdateItem')];
  const creating = [console, table.allow('GetItem', 'PutItem', 'UpdateItem')];
  const listing = [console, table.allow('GetItem', 'UpdateItem', 'Query')];
  const products = constant('PRODUCTS', JSON.stringify(settings.products.map(productView)));
  return {
    'GET /api/platform/v1/session': signedIn,
    'DELETE /api/platform/v1/session': [...signedIn, ...oidc],
    'GET /api/platform/v1/sign-in': [console, ...oidc],
    'GET /api/platform/v1/sign-in/callback': [console, ...oidc, table.allow('PutItem', 'UpdateItem')],
    'POST /api/platform/v1/organizations': creating,
    'GET /api/platform/v1/organizations': listing,
    'POST /api/platform/v1/organizations/{organization_id}/projects': creating,
    'GET /api/platform/v1/organizations/{organization_id}/projects': listing,
    'GET /api/platform/v1/projects/{project_id}/usage': listing,
    'GET /api/platform/v1/organizations/{organization_id}/billing': [
      ...listing,
      products,
      constant('PREPAID', settings.prepaid),
    ],
    'POST /api/platform/v1/organizations/{organization_id}/billing/checkout': [
      ...signedIn,
      products,
      ...(stripe ? [stripe.apiKey] : []),
    ],
    'POST /api/platform/v1/billing/events': [
      table.allow('GetItem', 'PutItem', 'UpdateItem'),
      products,
      ...(stripe ? [stripe.apiKey, stripe.signing] : []),
    ],
    'POST /api/platform/v1/projects/{project_id}/api-keys': creating,
    'GET /api/platform/v1/projects/{project_id}/api-keys': listing,
    'DELETE /api/platform/v1/projects/{project_id}/api-keys/{key_id}': signedIn,
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
    const { origin } = new ConsoleSite(this, 'Site', { api: api.httpApi, audio: data.audio });
    const signIn = new SignIn(this, 'SignIn', { origin, selfSignUp: settings.selfSignUp });
    const stripe = settings.products.length > 0 ? new StripeSecrets(this, 'Stripe') : undefined;
    const access = {
      ...accessOf(data, { origin, signIn, stripe, settings }),
      ...playgroundAccess(apiAccess(data, settings), constant('CONSOLE_ORIGIN', origin)),
    };
    for (const route of Object.keys(routes).filter(isRoute).filter(isConsoleRoute)) {
      const handler = new RouteFunction(this, {
        api: api.httpApi,
        key: routeKey(route),
        file: routes[route].file,
        access: [...access[route], constant('LIMITS', JSON.stringify(settings.limits))],
        logRetention: settings.logRetentionDays,
      });
      if (route === 'POST /api/platform/v1/billing/events') watchPayments(handler);
    }
    new CfnOutput(this, 'ConsoleUrl', { value: `${origin}/` });
  }
}
