import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asPage, aVisitor, type Visitor } from '../support/console.ts';
import { undocumented } from '../support/documented.ts';
import { newKeys, noSpeech, type Service, startService } from '../support/local-service.ts';
import { hostileRequests } from '../support/hostile-requests.ts';
import { type Malformed, malformedRequests, malformedVisits } from '../support/malformed-requests.ts';
import { send } from '../support/send.ts';
import { seedOf } from '../support/seed.ts';

const { NEGATIVE_REQUESTS = '1200' } = process.env;
const requests = Number(NEGATIVE_REQUESTS);
const visits = Math.round(requests / 3);
const atOnce = 12;
/** A key may send 60 requests per minute, a user 240. */
const perKey = 55;
const perPerson = 230;

/** EARSHOT_NEGATIVE_SEED replays a run. */
const seed = seedOf('EARSHOT_NEGATIVE_SEED');

/** The defects of the response to a request with these credentials. */
const faultsOf = async (service: Service, credentials: object, request: Malformed): Promise<string[]> => {
  const { why, ...sent } = request;
  const headers = { ...credentials, ...sent.headers };
  const answer = await send(service.stack.baseUrl, { ...sent, headers });
  const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  const faults = [...(refused ? [] : [`it was answered ${answer.status}`]), ...undocumented(answer)];
  const { method, path, body = '' } = sent;
  const description = `${method} ${path} ${JSON.stringify(sent.headers)} ${Buffer.from(body).toString().slice(0, 300)}`;
  return faults.map((fault) => `${why}: ${fault}\n  ${description}\n  ${answer.text.slice(0, 300)}`);
};

describe.skipIf(noSpeech)(`malformed requests (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const allFaults = async (all: readonly Malformed[]): Promise<string[]> => {
    const keys = await newKeys(service.stack, Math.ceil(all.length / perKey));
    return faultsWith(all, (at) => ({ authorization: `Bearer ${keys[at % keys.length]}` }));
  };

  const faultsWith = async (
    all: readonly Malformed[],
    credentials: (at: number) => object,
  ): Promise<string[]> => {
    const faults: string[] = [];
    const rest = all.entries();
    const sender = async (): Promise<void> => {
      for (const [at, request] of rest) faults.push(...(await faultsOf(service, credentials(at), request)));
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    return faults;
  };

  test(`${requests} requests that violate the OpenAPI document get the documented errors (EARSHOT_NEGATIVE_SEED=${seed})`, async () => {
    const generated = fc.sample(malformedRequests, { seed, numRuns: requests });
    expect(await allFaults(generated)).toEqual([]);
  });

  test(`${visits} malformed requests to the console get the documented errors`, async () => {
    const generated = fc.sample(malformedVisits, { seed, numRuns: visits });
    const people: Visitor[] = [];
    while (people.length * perPerson < visits) people.push(await aVisitor(service));
    const credentials = (at: number) => asPage(people[at % people.length]?.cookie ?? '');
    expect(await faultsWith(generated, credentials)).toEqual([]);
  });

  test('a body that exceeds the event size of a function is refused by the gateway', async () => {
    const body = new Uint8Array(5_000_000);
    const path = '/v1/transcriptions';
    const { status, text } = await send(service.stack.baseUrl, { method: 'POST', path, body });
    expect([status, text]).toEqual([413, '{"message":"Request Too Long"}']);
  });

  test(`${hostileRequests.length} hostile requests get the documented errors`, async () => {
    expect(await allFaults(hostileRequests)).toEqual([]);
  });
});
