import type { IncomingMessage } from 'node:http';
import * as z from 'zod';

const savedCard = { id: 'pm_card_visa', object: 'payment_method', card: { brand: 'visa', last4: '4242' } };

export const savedCards = JSON.stringify({ object: 'list', has_more: false, data: [savedCard] });

const Created = z.object({ id: z.string() });

type Emulator = { readonly emulatorPort: number; readonly seen: Map<string, Promise<string>> };

/**
 * Creates and confirms a payment. The emulator only supports these as two requests. A repeated request with the same key gets
 * the first response.
 */
export const payBySavedCard = (
  { emulatorPort, seen }: Emulator,
  { headers }: Pick<IncomingMessage, 'headers'>,
  body: string,
): Promise<string> => {
  const key = headers['idempotency-key']?.toString();
  const url = `http://127.0.0.1:${emulatorPort}/v1/payment_intents`;
  const post = async (to: string, form: string) => {
    const answered = await fetch(to, { method: 'POST', body: new URLSearchParams(form) });
    return answered.text();
  };
  const pay = async (): Promise<string> => {
    const { id } = Created.parse(JSON.parse(await post(url, body)));
    return post(`${url}/${id}/confirm`, '');
  };
  if (key === undefined) return pay();
  const paid = seen.get(key) ?? pay();
  seen.set(key, paid);
  return paid;
};
