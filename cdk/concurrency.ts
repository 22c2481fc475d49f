import type { Route } from '#functions/routes.ts';

/** What AWS gives an account that is not new. */
export const defaultAccountConcurrency = 1000;

// AWS: the bounds of a mapping's MaximumConcurrency, and what must be left to functions without reserved concurrency.
const minMappingConcurrency = 2;
const maxMappingConcurrency = 1000;
const minUnreservedConcurrency = 100;

/**
 * How the queues share what the reserved functions and the rest leave them. Recognition is most of the work
 * on a job: some 25 functions that split keep 500 that recognize busy. Those that fetch wait for other people's servers.
 */
const mappingWeights = { fetch: 105, split: 50, recognize: 500, finish: 20, webhooks: 30 };
type Mapping = keyof typeof mappingWeights;

/** Empty nearly always, so each has the least that AWS allows. */
const deadLetterMappings = 4;

/** Of an account, in thousandths, and what it must not fall below. */
type Share = { readonly thousandths: number; readonly least: number };

// One request holds one of these for up to 25 s.
const polls: Share = { thousandths: 80, least: 8 };
const playgroundPolls: Share = { thousandths: 20, least: 2 };
// As many as one key may send in a minute, all at once.
const creates: Share = { thousandths: 60, least: 4 };
const signIn: Share = { thousandths: 6, least: 1 };
const payments: Share = { thousandths: 4, least: 1 };

/** Other routes share the rest: reserved concurrency is also a limit, and short requests do better in one large pool. */
const reservedShares: Partial<Record<Route, Share>> = {
  'GET /v1/transcriptions/{transcription_id}': polls,
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': playgroundPolls,
  'POST /v1/transcription-uploads': creates,
  'POST /v1/transcriptions': creates,
  'GET /api/platform/v1/sign-in': signIn,
  'GET /api/platform/v1/sign-in/callback': signIn,
  'POST /api/platform/v1/billing/events': payments,
  'POST /api/platform/v1/organizations/{organization_id}/billing/checkout': payments,
};

/** The least that is left for the other routes, S3 events and sweepers. */
const rest: Share = { thousandths: 80, least: 20 };

/** How many of an account's concurrent executions each part of Earshot may have. */
export type Concurrency = {
  readonly account: number;
  /** MaximumConcurrency of the mapping of each queue; each of the four dead-letter queues has `deadLetters`. */
  readonly mappings: Readonly<Record<Mapping | 'deadLetters', number>>;
  /** Reserved concurrency by route: a function keeps so many for itself, and gets no more. */
  readonly reserved: Readonly<Partial<Record<Route, number>>>;
  /** Left to all other functions when the queues and the reserved functions are at their limits. */
  readonly rest: number;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const shareOf = (account: number, { thousandths, least }: Share): number =>
  Math.max(least, Math.floor((account * thousandths) / 1000));

const mappingsOf = (available: number): Concurrency['mappings'] => {
  const spare = available - minMappingConcurrency * (Object.keys(mappingWeights).length + deadLetterMappings);
  const weights = sum(Object.values(mappingWeights));
  const limit = (weight: number) =>
    Math.min(maxMappingConcurrency, minMappingConcurrency + Math.floor((spare * weight) / weights));
  return {
    fetch: limit(mappingWeights.fetch),
    split: limit(mappingWeights.split),
    recognize: limit(mappingWeights.recognize),
    finish: limit(mappingWeights.finish),
    webhooks: limit(mappingWeights.webhooks),
    deadLetters: minMappingConcurrency,
  };
};

/** Undefined when the account is too small. */
const planFor = (account: number): Concurrency | undefined => {
  const reserved: Partial<Record<Route, number>> = Object.fromEntries(
    Object.entries(reservedShares).map(([route, share]) => [route, shareOf(account, share)]),
  );
  const unreserved = account - sum(Object.values(reserved));
  if (unreserved < minUnreservedConcurrency) return undefined;
  const mappings = mappingsOf(unreserved - shareOf(account, rest));
  const { deadLetters, ...others } = mappings;
  if (Math.min(...Object.values(others)) < minMappingConcurrency) return undefined;
  const used = sum(Object.values(others)) + deadLetterMappings * deadLetters;
  return { account, mappings, reserved, rest: unreserved - used };
};

const minAccountConcurrency = (): number => {
  let account = minUnreservedConcurrency;
  while (!planFor(account)) account += 1;
  return account;
};

/**
 * Divides an account's concurrent executions so that the API, sign-in and payments keep their share while every queue is
 * worked off at its limit. Throws when there are too few to divide.
 */
export const planConcurrency = (account: number): Concurrency => {
  const plan = planFor(account);
  if (plan) return plan;
  throw new Error(
    `accountConcurrency is ${account}, but Earshot needs an account with at least ${minAccountConcurrency()} concurrent executions of ` +
      'Lambda: its API has a share that no backlog of work may take. A new AWS account may have 10. Ask for 1000 in Service ' +
      'Quotas (AWS Lambda, "Concurrent executions"; it costs nothing), then set accountConcurrency to what you were given. ' +
      'Meanwhile `npm start` runs all of Earshot on one machine, without the setting.',
  );
};
