import { AppError } from '#lib/errors.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { log } from '#lib/log.ts';
import { receivePaymentEvent } from './contracts.ts';
import type { ProviderEvent } from './payment-event.ts';

type Books = {
  /** The event, or undefined when the payment provider did not sign these bytes lately. */
  readonly verify: (body: Buffer, signature: string | undefined) => ProviderEvent | undefined;
  readonly receive: (event: ProviderEvent) => Promise<void>;
};

/** A handler for the signed events of the payment provider; undefined where nothing is sold. */
export const paymentEventEndpoint = (books: Books | undefined) =>
  endpoint(async ({ body, isBase64Encoded, headers }) => {
    if (!books) throw new AppError('capability_unavailable', 'This deployment sells nothing.');
    // The signature is of the bytes as they were sent: parsed and written again they are others.
    const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
    const event = books.verify(bytes, headers['stripe-signature']);
    if (!event) {
      log.info('payment.refused');
      const message = 'Send an event as the payment provider signed it, within five minutes.';
      throw new AppError('invalid_request', message, { details: { fields: [] } });
    }
    await books.receive(event);
    return receivePaymentEvent.success.toReply({ received: true });
  });
