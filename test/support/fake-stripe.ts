import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, fakeCards, invalid, type StripeRequest } from './fake-stripe-cards.ts';
import { listen } from './listen.ts';

const subscription = {
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  cancel_at_period_end: true,
  cancel_at: null,
  items: { data: [{ price: { id: 'price_plan' }, current_period_end: 1_797_760_800 }] },
};
const subscriptions = {
  object: 'list',
  url: '/v1/subscriptions',
  has_more: false,
  data: [
    subscription,
    { ...subscription, id: 'sub_renewing', cancel_at_period_end: false },
    { ...subscription, id: 'sub_dated', cancel_at_period_end: false, cancel_at: 1_797_760_800 },
    { ...subscription, id: 'sub_unpaid', cancel_at_period_end: false, status: 'incomplete_expired' },
  ],
};
/** The amounts of a payment page, by its price. */
const amounts: Readonly<Record<string, object>> = {
  price_pack: { amount_subtotal: 1_999, currency: 'usd' },
  price_plan: { amount_subtotal: 700, currency: 'usd' },
  price_dearer: { amount_subtotal: 2_500, currency: 'usd' },
  price_euro: { amount_subtotal: 1_999, currency: 'eur' },
};
const paymentIntent = {
  id: 'pi_1',
  object: 'payment_intent',
  latest_charge: { id: 'ch_1', object: 'charge', receipt_url: 'https://receipt.example/pi_1' },
};
const invoice = { id: 'in_1', object: 'invoice', hosted_invoice_url: 'https://invoice.example/in_1' };

const savedCard = { id: 'pm_new', object: 'payment_method', card: { brand: 'visa', last4: '4242' } };
const defaultCard = { ...savedCard, id: 'pm_default', card: { brand: 'amex', last4: '0005' } };
const savedCards = { object: 'list', url: '/v1/payment_methods', has_more: false, data: [savedCard] };
const customers: Readonly<Record<string, object>> = {
  cus_1: { id: 'cus_1', invoice_settings: { default_payment_method: null } },
  cus_link: {
    id: 'cus_link',
    invoice_settings: { default_payment_method: { id: 'pm_link', object: 'payment_method' } },
  },
  // Stripe shows a deleted customer, and does nothing more for it.
  cus_deleted: { id: 'cus_deleted', deleted: true },
  cus_2: { id: 'cus_2', invoice_settings: { default_payment_method: defaultCard } },
};

/** Stripe's response about a customer that was deleted or belongs to the other mode. */
const goneCustomer = (param: string): Answer => ({
  status: param === 'id' ? 404 : 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param,
      message:
        "No such customer: 'cus_gone'; a similar object exists in test mode, but a live mode key was used.",
    },
  },
});

/**
 * The open pages of each customer. `cs_paid` is paid between the listing and the next call. The payment of `cs_paying` is in
 * progress.
 */
const openPages: Readonly<Record<string, readonly string[]>> = {
  cus_1: ['cs_open', 'cs_paid'],
  cus_2: ['cs_paying'],
};
const listOpenPages = ({ fields }: StripeRequest): Answer => {
  const ids = fields['status'] === 'open' ? (openPages[fields['customer'] ?? ''] ?? []) : [];
  const data = ids.map((id) => ({ id, object: 'checkout.session', status: 'open' }));
  return { status: 200, body: { object: 'list', url: '/v1/checkout/sessions', has_more: false, data } };
};
const page = (id: string, status: string): Answer => ({
  status: 200,
  body: { id, object: 'checkout.session', status },
});

const openPortal = ({ fields }: StripeRequest): Answer =>
  fields['customer'] === 'cus_1'
    ? { status: 200, body: { object: 'billing_portal.session', url: 'https://portal.example/cus_1' } }
    : invalid(
        'invalid_request_error',
        fields['customer'] === 'cus_odd'
          ? 'Your account cannot do this.'
          : 'No configuration provided. Create your default by saving your customer portal settings.',
      );

/**
 * The part of Stripe's HTTP API that functions call, including features that the local emulator lacks: idempotency keys,
 * invoices, receipts and outages. It has the prices of `amounts`, and `pi_plan` paid `in_1`.
 */
export const fakeStripe = async (now = () => new Date()) => {
  const cards = fakeCards(now);
  const requests: StripeRequest[] = [];
  const remembered = new Map<string, { readonly fields: string; readonly answer: Answer }>();
  let outages = 0;
  let outageStatus = 503;
  let sessions = 0;

  const openSession = ({ fields }: StripeRequest): Answer => {
    const price = fields['line_items[0][price]'] ?? '';
    const amount = amounts[price];
    const missing = { code: 'resource_missing', param: 'line_items[0][price]' };
    if (!amount) return invalid('invalid_request_error', `No such price: '${price}'`, missing);
    sessions += 1;
    const id = `cs_test_${sessions}`;
    const body = { id, object: 'checkout.session', url: `https://checkout.example/${id}`, ...amount };
    return { status: 200, body };
  };

  const listInvoicePayments = ({ fields }: StripeRequest): Answer => {
    const isPlan = fields['payment[payment_intent]'] === 'pi_plan';
    const data = isPlan ? [{ id: 'inpay_1', object: 'invoice_payment', invoice: 'in_1' }] : [];
    return { status: 200, body: { object: 'list', url: '/v1/invoice_payments', has_more: false, data } };
  };

  const routed = (request: StripeRequest): Answer => {
    const route = `${request.method} ${request.path}`;
    if (['cus_gone', 'cus_deleted'].includes(request.fields['customer'] ?? ''))
      return goneCustomer('customer');
    if (route === 'GET /v1/customers/cus_gone') return goneCustomer('id');
    if (route === 'POST /v1/checkout/sessions') return openSession(request);
    if (route === 'GET /v1/checkout/sessions') return listOpenPages(request);
    if (route === 'POST /v1/checkout/sessions/cs_open/expire') return page('cs_open', 'expired');
    if (request.path.endsWith('/expire')) return invalid('invalid_request_error', 'It is not open.');
    if (route === 'GET /v1/checkout/sessions/cs_paid') return page('cs_paid', 'complete');
    if (route === 'GET /v1/checkout/sessions/cs_paying') return page('cs_paying', 'open');
    if (route === 'GET /v1/invoice_payments') return listInvoicePayments(request);
    if (route === 'POST /v1/customers') return { status: 200, body: { id: 'cus_1', object: 'customer' } };
    if (route === 'POST /v1/billing_portal/sessions') return openPortal(request);
    if (route === 'GET /v1/subscriptions') return { status: 200, body: subscriptions };
    if (route === 'POST /v1/payment_intents') return cards.pay(request);
    if (route === 'GET /v1/payment_intents') return cards.list(request);
    if (route === 'GET /v1/payment_methods') return { status: 200, body: savedCards };
    const customer = customers[request.path.replace('/v1/customers/', '')];
    if (request.method === 'GET' && customer) return { status: 200, body: customer };
    if (route === 'GET /v1/payment_intents/pi_1') return { status: 200, body: paymentIntent };
    if (route === 'GET /v1/invoices/in_1') return { status: 200, body: invoice };
    return { status: 404, body: { error: { type: 'invalid_request_error', message: route } } };
  };

  /**
   * Repeats the first answer under a key, even an error. Exceptions are requests that had no effect because they were invalid
   * or another one was in progress.
   */
  const underKey = (request: StripeRequest): Answer => {
    const key = request.headers['idempotency-key']?.toString();
    if (request.method !== 'POST' || key === undefined) return routed(request);
    const fields = JSON.stringify(request.fields);
    const before = remembered.get(key);
    if (before && before.fields !== fields)
      return invalid(
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    if (before) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
    const answer = routed(request);
    if (![400, 409].includes(answer.status)) remembered.set(key, { fields, answer });
    return answer;
  };

  const answerOf = (request: StripeRequest): Answer => {
    requests.push(request);
    if (outages > 0) {
      outages -= 1;
      return { status: outageStatus, body: { error: { type: 'api_error', message: 'Out.' } } };
    }
    return underKey(request);
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe');
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      const fields = Object.fromEntries([...searchParams, ...body]);
      const {
        status,
        body: sent,
        headers,
      } = answerOf({
        method: request.method ?? '',
        path: pathname,
        headers: request.headers,
        fields,
      });
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(sent));
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** The next requests are answered with `status`: 409 is that of a key that another request uses at this moment. */
    fail: (count: number, status = 503): void => {
      outages = count;
      outageStatus = status;
    },
    stop: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};
