import { AppError } from '#lib/platform/errors.ts';
import { endpoint } from '#lib/platform/http/endpoint.ts';
import { log } from '#lib/platform/log.ts';
import { receivePaymentEvent } from './contracts.ts';

type Books = {
  /** Whether the payment provider signed these bytes lately. */
  readonly isSigned: (body: Buffer, signature: string | undefined) => boolean;
  /** Takes what it signed, whatever that is; rejects when it should be sent again. */
  readonly receive: (signed: unknown) => Promise<void>;
};

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
};

/** A handler for the signed events of the payment provider; undefined where nothing is sold. */
export const paymentEventEndpoint = (books: Books | undefined) =>
  endpoint(async ({ body, isBase64Encoded, headers }) => {
    if (!books) throw new AppError('capability_unavailable', 'This deployment sells nothing.');
    // The signature is of the bytes as they were sent: parsed and written again they are others.
    const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
    if (!books.isSigned(bytes, headers['stripe-signature'])) {
      log.info('payment.refused');
      const message = 'Send an event as the payment provider signed it, within five minutes.';
      throw new AppError('invalid_request', message, { details: { fields: [] } });
    }
    await books.receive(jsonOf(bytes));
    return receivePaymentEvent.success.toReply({ received: true });
  });
