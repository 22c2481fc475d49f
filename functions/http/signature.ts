import { AppError } from '#lib/platform/errors.ts';
import type { Middleware } from '#lib/platform/http/middleware/middleware.ts';
import { log } from '#lib/platform/log.ts';

/** Whether the payment provider signed these bytes within the last five minutes. */
export type IsSigned = (body: Buffer, signature: string | undefined) => boolean | Promise<boolean>;

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
};

/** Refuses a body that the payment provider did not sign. `signed` is the parsed JSON, undefined if the body is not JSON. */
export const signature = (isSigned: IsSigned | undefined): Middleware<{ signed: unknown }> => ({
  before: async ({ event: { body, isBase64Encoded, headers }, context }) => {
    if (!isSigned)
      throw new AppError('capability_unavailable', 'This deployment does not sell credit. Ask its operator.');
    // The signature covers the bytes as they were sent, not the parsed JSON.
    const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
    if (!(await isSigned(bytes, headers['stripe-signature']))) {
      log.info('payment.refused');
      const message = "Send the event unchanged, with the payment provider's signature, within five minutes.";
      throw new AppError('invalid_request', message, { details: { fields: [] } });
    }
    context.signed = jsonOf(bytes);
  },
});
