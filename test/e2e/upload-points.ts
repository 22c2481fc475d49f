import {
  after,
  afterDeaths,
  before,
  each,
  type KillPoint,
  neverSent,
  withTwoChunks,
  workers,
} from './kill-points.ts';

const { grant, create, get, received, split, recognize, finish, sweep, dead, erase } = workers;

// All calls must fail, because Lambda retries twice, and a client that repeats the upload causes another event.
const eventLost = [before(received, 'UpdateItem', 'each')];
const notRecognized = [before(recognize, 'PutObject')];
const notFinished = [before(recognize, 'SendMessage')];
const notCleaned = [before(finish, 'ListObjects')];

/** Every step of every worker for a job with an upload. */
export const uploadPoints: readonly KillPoint[] = [
  ...each(before(grant, 'UpdateItem'), before(grant, 'PutItem'), after(grant, 'PutItem')),
  ...each(before(received, 'UpdateItem'), after(received, 'UpdateItem')),
  ...each(before(create, 'UpdateItem'), after(create, 'UpdateItem')),
  ...each(before(create, 'TransactWriteItems'), after(create, 'TransactWriteItems')),
  ...each(before(create, 'SendMessage'), after(create, 'SendMessage')),
  ...afterDeaths(eventLost, before(create, 'HeadObject'), after(create, 'HeadObject')),
  ...afterDeaths(eventLost, after(create, 'UpdateItem', 2), after(create, 'TransactWriteItems', 2)),
  ...each(before(get, 'UpdateItem'), before(get, 'GetItem'), before(get, 'GetObject')),

  // Audio this small needs no permit. The first two reads determine its size, and the third gets its bytes.
  ...each(before(split, 'UpdateItem'), after(split, 'UpdateItem')),
  ...each(before(split, 'GetItem'), before(split, 'GetItem', 2), before(split, 'GetItem', 3)),
  ...each(before(split, 'GetObject'), after(split, 'GetObject')),
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
  // The first UpdateItem counts the chunk, and the second one reports its part.
  ...each(before(recognize, 'UpdateItem'), after(recognize, 'UpdateItem')),
  ...each(before(recognize, 'UpdateItem', 2), after(recognize, 'UpdateItem', 2)),
  ...each(before(recognize, 'SendMessage'), after(recognize, 'SendMessage')),
  ...withTwoChunks(after(recognize, 'PutObject'), after(recognize, 'UpdateItem')),
  ...withTwoChunks(
    ...[2, 3].flatMap((nth) => [before(recognize, 'UpdateItem', nth), after(recognize, 'UpdateItem', nth)]),
  ),

  ...each(before(finish, 'GetItem'), before(finish, 'GetObject'), after(finish, 'GetObject')),
  ...each(before(finish, 'PutObject'), after(finish, 'PutObject')),
  ...each(before(finish, 'TransactWriteItems'), after(finish, 'TransactWriteItems')),
  ...each(before(finish, 'SendMessage'), after(finish, 'SendMessage')),
  ...each(before(finish, 'ListObjects'), before(finish, 'DeleteObjects'), after(finish, 'DeleteObjects')),
  ...each(before(finish, 'DeleteObjects', 2), after(finish, 'DeleteObjects', 2)),
  ...each(before(finish, 'UpdateItem'), after(finish, 'UpdateItem')),
  ...each(before(finish, 'UpdateItem', 2), after(finish, 'UpdateItem', 2)),

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
    ...afterDeaths(
      neverSent,
      before(dead, 'GetItem'),
      before(dead, 'SendMessage'),
      after(dead, 'SendMessage'),
    ),
    ...afterDeaths(neverSent, before(dead, 'TransactWriteItems'), after(dead, 'TransactWriteItems')),
    ...afterDeaths(neverSent, before(dead, 'ListObjects'), after(dead, 'UpdateItem')),
  ].map((point) => ({ ...point, deadMessage: true, ends: ['completed', 'internal_error'] })),

  // For jobs whose work has not begun, so that no job is completed before the deletion.
  ...afterDeaths(
    neverSent,
    before(erase, 'TransactWriteItems'),
    after(erase, 'TransactWriteItems'),
    before(erase, 'SendMessage'),
    after(erase, 'SendMessage'),
    before(erase, 'ListObjects'),
    before(erase, 'DeleteObjects'),
    after(erase, 'DeleteObjects'),
    after(erase, 'UpdateItem', 2),
  ).map((point) => ({ ...point, deleted: true, ends: ['canceled'] })),
];
