import type { Route } from '#functions/routes.ts';

/** The AWS default. A new account may have less. */
export const defaultAccountConcurrency = 1000;

/** More processes would need more memory than AWS gives functions of new accounts. */
export const defaultHelperProcesses = 2;

// AWS limits: the range of a mapping's MaximumConcurrency, and the minimum left for functions without reserved concurrency.
const minMappingConcurrency = 2;
const maxMappingConcurrency = 1000;
const minUnreservedConcurrency = 100;

/**
 * How the queues share the remaining concurrency. Recognition is most of the work on a job: about 25 split functions
 * keep 500 recognize functions busy. Fetch functions mostly wait for other servers.
 */
const mappingWeights = { fetch: 105, split: 50, recognize: 500, finish: 20, webhooks: 30 };
type Mapping = keyof typeof mappingWeights;

/** Dead-letter queues are almost always empty, so each of their mappings has the minimum that AWS allows. */
const deadLetterMappings = 4;

/** A share of the account's concurrent executions, with a lower bound. */
type Share = { readonly thousandths: number; readonly min: number };

// A long poll occupies one execution for up to 25 s.
const polls: Share = { thousandths: 80, min: 8 };
const playgroundPolls: Share = { thousandths: 20, min: 2 };
const eventPolls: Share = { thousandths: 20, min: 2 };
const audioCalls: Share = { thousandths: 16, min: 2 };
const audioTranslations: Share = { thousandths: 4, min: 1 };
// Enough to answer at once all requests that one key may send in a minute.
const creates: Share = { thousandths: 60, min: 4 };
const signIn: Share = { thousandths: 6, min: 1 };
const payments: Share = { thousandths: 4, min: 1 };
// A live session occupies one execution for as long as it lasts.
const realtimeSessions: Share = { thousandths: 50, min: 2 };

/**
 * The reserved concurrency of some routes. All other routes share one pool, because reserved concurrency is also a
 * limit, and short requests do better in one large pool.
 */
const reservedShares: Partial<Record<Route, Share>> = {
  'GET /v1/transcriptions/{transcription_id}': polls,
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': playgroundPolls,
  'GET /v1/realtime/sessions/{session_id}/events': eventPolls,
  'POST /v1/audio/transcriptions': audioCalls,
  'POST /v1/audio/translations': audioTranslations,
  'POST /v1/transcription-uploads': creates,
  'POST /v1/transcriptions': creates,
  'GET /api/platform/v1/sign-in': signIn,
  'GET /api/platform/v1/sign-in/callback': signIn,
  'POST /api/platform/v1/billing/events': payments,
  'POST /api/platform/v1/organizations/{organization_id}/billing/checkout': payments,
};

/** The minimum that remains for the other routes, messages of realtime sessions, S3 events and sweepers. */
const rest: Share = { thousandths: 80, min: 20 };

type Wanted = {
  /** How many realtime sessions may be live at once, by default a part of the account's concurrency. */
  readonly sessions?: number | undefined;
  readonly hasHelpers?: boolean;
  /** Whether Lambda keeps pollers of the queues ready, ten executions each (the setting `eventPollers`). */
  readonly hasPollers?: boolean;
};

/** How many of an account's concurrent executions each part of Earshot may use. */
export type Concurrency = {
  readonly account: number;
  /** MaximumConcurrency of each queue's event source mapping. Each dead-letter queue has `deadLetters`. */
  readonly mappings: Readonly<Record<Mapping | 'deadLetters', number>>;
  /** Reserved concurrency by route: guaranteed to the function, and also its limit. */
  readonly reserved: Readonly<Partial<Record<Route, number>>>;
  /** Reserved for the runners of realtime sessions. */
  readonly realtimeSessions: number;
  /** Reserved for the helpers that workers call when chunks or parts wait. They use a part of the share of recognition. */
  readonly chunkHelpers: number;
  readonly partHelpers: number;
  /** What remains for all other functions when the queues and the reserved functions are at their limits. */
  readonly rest: number;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const shareOf = (account: number, { thousandths, min }: Share): number =>
  Math.max(min, Math.floor((account * thousandths) / 1000));

/** The concurrency of each queue. The share of recognition includes its helpers. */
const queueSharesOf = (available: number): Concurrency['mappings'] => {
  const spare = available - minMappingConcurrency * (Object.keys(mappingWeights).length + deadLetterMappings);
  const weights = sum(Object.values(mappingWeights));
  const shareOfQueue = (weight: number) => minMappingConcurrency + Math.floor((spare * weight) / weights);
  const limit = (weight: number) => Math.min(maxMappingConcurrency, shareOfQueue(weight));
  return {
    fetch: limit(mappingWeights.fetch),
    split: limit(mappingWeights.split),
    recognize: shareOfQueue(mappingWeights.recognize),
    finish: limit(mappingWeights.finish),
    webhooks: limit(mappingWeights.webhooks),
    deadLetters: minMappingConcurrency,
  };
};

/**
 * The share of the helpers is large because Lambda adds only five pollers a second, so it has twenty on average in the
 * seconds that a long file takes. Pollers that are kept ready need more.
 */
const helpersShare = 0.95;
const helpersShareBesidePollers = 0.9;
/**
 * More than doubles the splitters of the queue, with a small part of the helpers: chunks that are cut late are the last to be
 * recognized.
 */
const partHelpersShare = 1.2;
const maxPartHelpersShare = 0.13;

/** Undefined if the account has too few executions. */
const planFor = (
  account: number,
  { sessions, hasHelpers = true, hasPollers = false }: Wanted,
): Concurrency | undefined => {
  const reserved: Partial<Record<Route, number>> = Object.fromEntries(
    Object.entries(reservedShares).map(([route, share]) => [route, shareOf(account, share)]),
  );
  const realtime = sessions ?? shareOf(account, realtimeSessions);
  const unreserved = account - sum(Object.values(reserved)) - realtime;
  if (unreserved < minUnreservedConcurrency) return undefined;
  const { recognize, ...others } = queueSharesOf(unreserved - shareOf(account, rest));
  const mostHelpers = Math.min(recognize - minMappingConcurrency, unreserved - minUnreservedConcurrency);
  const share = hasPollers ? helpersShareBesidePollers : helpersShare;
  const helpers = hasHelpers ? Math.min(Math.floor(share * recognize), mostHelpers) : 0;
  const partHelpers = Math.floor(Math.min(partHelpersShare * others.split, maxPartHelpersShare * helpers));
  const mappings = { ...others, recognize: Math.min(maxMappingConcurrency, recognize - helpers) };
  if (Math.min(...Object.values(mappings)) < minMappingConcurrency) return undefined;
  const used = sum(Object.values(mappings)) + (deadLetterMappings - 1) * mappings.deadLetters;
  const left = unreserved - used - helpers;
  return {
    account,
    mappings,
    reserved,
    realtimeSessions: realtime,
    rest: left,
    chunkHelpers: helpers - partHelpers,
    partHelpers,
  };
};

const minAccountConcurrency = (wanted: Wanted): number => {
  let account = minUnreservedConcurrency;
  while (!planFor(account, wanted)) account += 1;
  return account;
};

/** The maximum number of realtime sessions that leaves enough for everything else. */
const maxSessions = (account: number, wanted: Wanted): number => {
  let sessions = account;
  while (!planFor(account, { ...wanted, sessions })) sessions -= 1;
  return sessions;
};

/**
 * Divides an account's concurrent executions so that the API, sign-in and payments keep their share even if every queue is at
 * its limit. `sessions` realtime sessions may be live at once, by default a part of the account's concurrency. Throws if the
 * account has too few.
 */
export const planConcurrency = (account: number, wanted: Wanted = {}): Concurrency => {
  const plan = planFor(account, wanted);
  if (plan) return plan;
  const { sessions } = wanted;
  if (sessions !== undefined && planFor(account, { ...wanted, sessions: 0 }))
    throw new Error(
      `realtimeSessions is ${sessions}, but with accountConcurrency ${account} at most ${maxSessions(account, wanted)} realtime sessions leave ` +
        'enough for the API and the queues. Set a smaller number, or a larger accountConcurrency.',
    );
  const fewest = sessions === undefined ? wanted : { ...wanted, sessions: 0 };
  throw new Error(
    `accountConcurrency is ${account}, but Earshot needs an account with at least ${minAccountConcurrency(fewest)} concurrent executions ` +
      'of Lambda. It reserves some for its API, so that a backlog of jobs cannot block the API. New AWS accounts may have only 10. ' +
      'Request 1000 in Service Quotas under AWS Lambda, "Concurrent executions". This is free. Then set accountConcurrency to the ' +
      'number that AWS granted. Meanwhile `npm start` runs all of Earshot on your machine without this setting.',
  );
};
