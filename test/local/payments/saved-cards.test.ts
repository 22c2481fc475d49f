import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payBySavedCard } from '#local/payments/saved-cards.ts';
import { listen } from '../../support/listen.ts';

const asked: string[] = [];
/** Answers like the emulator. Its ids may contain any character of base64url. */
const emulator = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const status = request.url?.endsWith('/confirm') ? 'succeeded' : 'requires_confirmation';
  response.end(JSON.stringify({ id: 'pi_-A_z9-', status }));
});
let emulatorPort: number;
beforeAll(async () => {
  emulatorPort = await listen(emulator);
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => void emulator.close());

const pay = (seen: Map<string, Promise<string>>, key?: string) =>
  payBySavedCard({ emulatorPort, seen }, { headers: { 'idempotency-key': key } }, 'amount=2000&currency=usd');

test('a payment by a saved card is created and confirmed, whatever its id looks like', async () => {
  expect(JSON.parse(await pay(new Map(), 'one'))).toMatchObject({ status: 'succeeded' });
  expect(asked).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/pi_-A_z9-/confirm']);
});

test('a repetition under the same key pays nothing more', async () => {
  const seen = new Map<string, Promise<string>>();
  const [first, second] = await Promise.all([pay(seen, 'one'), pay(seen, 'one')]);
  expect(second).toBe(first);
  expect(asked).toHaveLength(2);
});

test('payments without an idempotency key are all made', async () => {
  const seen = new Map<string, Promise<string>>();
  await pay(seen);
  await pay(seen);
  expect(asked).toHaveLength(4);
});
