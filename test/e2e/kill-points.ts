import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';

/** A moment in the work of one function on one job: its nth call of that kind. */
export type Moment = {
  /** Part of the function's name. */
  readonly worker: string;
  readonly phase: FunctionCall['phase'];
  readonly call: string;
  readonly nth: number;
};

/** Where workers die on the way of one job. */
export type KillPoint = {
  readonly name: string;
  readonly audio: 'one chunk' | 'two chunks';
  readonly moments: readonly Moment[];
  /** The message that queues the job comes to the dead letters too. */
  readonly deadMessage?: boolean;
  /** The customer deletes the job at once. */
  readonly deleted?: boolean;
  /** How it may end: only as completed, if nothing is said. */
  readonly ends?: readonly string[];
};

/** Of S3 the operation, which the endpoint knows by method and query only. */
export const callName = ({ service, operation, subject }: FunctionCall): string => {
  if (service !== 's3') return operation;
  if (subject.includes('list-type=')) return 'ListObjects';
  if (subject.includes('?delete')) return 'DeleteObjects';
  return { GET: 'GetObject', PUT: 'PutObject', HEAD: 'HeadObject' }[operation] ?? operation;
};

const at =
  (phase: Moment['phase']) =>
  (worker: string, call: string, nth = 1): Moment => ({ worker, phase, call, nth });
const before = at('before');
const after = at('after');

const [grant, create, get] = ['transcriptionuploadscreate', 'transcriptionscreate', 'transcriptionsget'];
const [received, split, recognize, finish] = ['uploadreceived', 'splitaudio', 'recognizechunk', 'finishjob'];
const [sweep, dead, erase] = ['sweep', 'deadletter', 'transcriptionsdelete'];

const nameOf = ({ worker, phase, call, nth }: Moment): string => `${worker} ${phase} ${call} ${nth}`;

const each = (...moments: readonly Moment[]): KillPoint[] =>
  moments.map((moment) => ({ name: nameOf(moment), audio: 'one chunk', moments: [moment] }));

const withTwoChunks = (...moments: readonly Moment[]): KillPoint[] =>
  each(...moments).map((point) => ({ ...point, audio: 'two chunks' }));

/** Some steps are taken only after another worker has died. */
const afterDeaths = (deaths: readonly Moment[], ...moments: readonly Moment[]): KillPoint[] =>
  each(...moments).map(({ name, ...point }) => ({
    ...point,
    name: `${name} when ${deaths.map(nameOf).join(', ')}`,
    moments: [...deaths, ...point.moments],
  }));

// Lambda tries twice more.
const eventLost = [1, 2, 3].map((nth) => before(received, 'UpdateItem', nth));
const neverSent = [before(create, 'SendMessage')];
const notRecognized = [before(recognize, 'PutObject')];
const notFinished = [before(recognize, 'SendMessage')];
const notCleaned = [before(finish, 'ListObjects')];

/** Every step of every worker. */
export const killPoints: readonly KillPoint[] = [
  ...each(before(grant, 'UpdateItem'), before(grant, 'PutItem'), after(grant, 'PutItem')),
  ...each(before(received, 'UpdateItem'), after(received, 'UpdateItem')),
  ...each(before(create, 'UpdateItem'), after(create, 'UpdateItem')),
  ...each(before(create, 'TransactWriteItems'), after(create, 'TransactWriteItems')),
  ...each(before(create, 'SendMessage'), after(create, 'SendMessage')),
  ...afterDeaths(eventLost, before(create, 'HeadObject'), after(create, 'HeadObject')),
  ...afterDeaths(eventLost, after(create, 'UpdateItem', 2), after(create, 'TransactWriteItems', 2)),
  ...each(before(get, 'UpdateItem'), before(get, 'GetItem'), before(get, 'GetObject')),

  ...each(before(split, 'UpdateItem'), after(split, 'UpdateItem')),
  ...each(before(split, 'GetItem'), before(split, 'GetObject'), after(split, 'GetObject')),
  ...each(before(split, 'PutObject'), after(split, 'PutObject')),
  ...each(before(split, 'SendMessage'), after(split, 'SendMessage')),
  ...each(before(split, 'UpdateItem', 2), after(split, 'UpdateItem', 2)),
  ...withTwoChunks(
    after(split, 'SendMessage'),
    before(split, 'PutObject', 2),
    after(split, 'SendMessage', 2),
  ),

  ...each(before(recognize, 'GetItem'), after(recognize, 'GetItem')),
  ...each(before(recognize, 'GetObject'), after(recognize, 'GetObject')),
  ...each(before(recognize, 'PutObject'), after(recognize, 'PutObject')),
  ...each(before(recognize, 'UpdateItem'), after(recognize, 'UpdateItem')),
  ...each(before(recognize, 'SendMessage'), after(recognize, 'SendMessage')),
  ...withTwoChunks(after(recognize, 'PutObject'), after(recognize, 'UpdateItem')),
  ...withTwoChunks(before(recognize, 'UpdateItem', 2), after(recognize, 'UpdateItem', 2)),

  ...each(before(finish, 'GetItem'), before(finish, 'GetObject'), after(finish, 'GetObject')),
  ...each(before(finish, 'PutObject'), after(finish, 'PutObject')),
  ...each(before(finish, 'TransactWriteItems'), after(finish, 'TransactWriteItems')),
  ...each(before(finish, 'ListObjects'), before(finish, 'DeleteObjects'), after(finish, 'DeleteObjects')),
  ...each(before(finish, 'DeleteObjects', 2), after(finish, 'DeleteObjects', 2)),
  ...each(before(finish, 'UpdateItem'), after(finish, 'UpdateItem')),

  ...afterDeaths(
    neverSent,
    before(sweep, 'GetItem'),
    before(sweep, 'UpdateItem'),
    after(sweep, 'UpdateItem'),
  ),
  ...afterDeaths(neverSent, before(sweep, 'SendMessage'), after(sweep, 'SendMessage')),
  ...afterDeaths(notRecognized, before(sweep, 'SendMessage'), after(sweep, 'SendMessage')),
  ...afterDeaths(notFinished, before(sweep, 'SendMessage'), after(sweep, 'SendMessage')),
  ...afterDeaths(notCleaned, before(sweep, 'DeleteObjects'), after(sweep, 'DeleteObjects', 2)),

  ...[
    ...afterDeaths(neverSent, before(dead, 'GetItem'), before(dead, 'UpdateItem'), after(dead, 'UpdateItem')),
    ...afterDeaths(neverSent, before(dead, 'DeleteObjects'), after(dead, 'UpdateItem', 2)),
  ].map((point) => ({ ...point, deadMessage: true, ends: ['completed', 'internal_error'] })),

  ...[
    ...each(before(erase, 'UpdateItem', 2), after(erase, 'UpdateItem', 2), before(erase, 'ListObjects')),
    ...each(before(erase, 'DeleteObjects'), after(erase, 'DeleteObjects'), after(erase, 'UpdateItem', 3)),
  ].map((point) => ({ ...point, deleted: true, ends: ['canceled'] })),
];
