import type { IncomingMessage } from 'node:http';

export type StripeRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The fields of the form or the query. */
  readonly fields: Readonly<Record<string, string>>;
};
export type Answer = {
  readonly status: number;
  readonly body: object;
  readonly headers?: Record<string, string>;
};

export const invalid = (type: string, message: string, more: object = {}): Answer => ({
  status: 400,
  body: { error: { type, message, ...more } },
});

type Intent = {
  readonly id: string;
  readonly status: string;
  readonly code?: string;
};

/**
 * Payments by saved cards. Stripe refuses `pm_declined` and `pm_3ds` because the payer is absent, and `pm_asks` waits for the
 * payer. `pm_gone` was removed, and somebody cancels `pm_canceled`; `pm_slow` and `pm_open` are settled later. The first answer to `pm_broken` is an error before the
 * payment, and the first answer to `pm_lost` is an error after it.
 */
export const fakeCards = (now: () => Date) => {
  const intents: { readonly id: string }[] = [];
  const made = (intent: Intent, { fields }: StripeRequest): Answer => {
    const { status, code } = intent;
    const id = intents.some((one) => one.id === intent.id) ? `${intent.id}_${intents.length}` : intent.id;
    const metadata = Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => {
        const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const { customer, description } = fields;
    const created = Math.floor(now().getTime() / 1000);
    const error = code === undefined ? null : { type: 'card_error', code, message: 'Refused.' };
    const body = {
      id,
      object: 'payment_intent',
      status,
      created,
      customer,
      description,
      metadata,
      last_payment_error: error,
    };
    intents.push(body);
    return error ? { status: 402, body: { error } } : { status: 200, body };
  };
  const broken: Answer = { status: 500, body: { error: { type: 'api_error', message: 'Unknown.' } } };
  let isBroken = true;
  const pay = (request: StripeRequest): Answer => {
    const refused = (code: string) =>
      made({ id: 'pi_refused', status: 'requires_payment_method', code }, request);
    const paid = (id = 'pi_paid') => made({ id, status: 'succeeded' }, request);
    switch (request.fields['payment_method'] ?? '') {
      case 'pm_declined':
        return refused('card_declined');
      case 'pm_3ds':
        return refused('authentication_required');
      case 'pm_gone':
        return invalid('invalid_request_error', 'No such PaymentMethod.');
      case 'pm_busy':
        return { status: 409, body: { error: { type: 'invalid_request_error', message: 'In use.' } } };
      case 'pm_slow':
        return made({ id: 'pi_slow', status: 'processing' }, request);
      case 'pm_open':
        return made({ id: 'pi_open', status: 'requires_confirmation' }, request);
      case 'pm_canceled':
        return made({ id: 'pi_canceled', status: 'canceled' }, request);
      case 'pm_asks':
        return made({ id: 'pi_asks', status: 'requires_action' }, request);
      case 'pm_lost':
        paid('pi_lost');
        return broken;
      case 'pm_broken':
        if (!isBroken) return paid();
        isBroken = false;
        return broken;
      default:
        return paid();
    }
  };
  const list = ({ fields }: StripeRequest): Answer => {
    const since = Number(fields['created[gte]']);
    const newestFirst = intents.toReversed().filter((one) => {
      const { customer, created } = { customer: '', created: 0, ...one };
      return customer === fields['customer'] && created >= since;
    });
    const after = fields['starting_after'];
    const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
    const data = newestFirst.slice(from, from + Number(fields['limit'] ?? 10));
    const has_more = from + data.length < newestFirst.length;
    return { status: 200, body: { object: 'list', url: '/v1/payment_intents', has_more, data } };
  };
  return { pay, list };
};
