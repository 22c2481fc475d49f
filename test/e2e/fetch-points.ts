import { after, afterDeaths, before, each, type KillPoint, neverSent, workers } from './kill-points.ts';
const { create, fetch, split, finish, sweep, dead } = workers;

const byUrl = (points: readonly KillPoint[]): KillPoint[] =>
  points.map((point) => ({ ...point, name: `${point.name} by URL`, source: 'url' }));

/** The server answers at once that the file does not exist. */
const ofMissingFile = (points: readonly KillPoint[]): KillPoint[] =>
  points.map((point) => ({
    ...point,
    name: `${point.name} by the URL of a missing file`,
    source: 'missing url',
    ends: ['audio_download_failed'],
  }));

/** The server answers only after the customer has deleted the job. */
const deletedDuringFetch = (points: readonly KillPoint[]): KillPoint[] =>
  points.map((point) => ({
    ...point,
    name: `${point.name} of a deleted job`,
    source: 'slow url',
    deleted: true,
    ends: ['canceled'],
  }));

/**
 * The steps of a job with a URL that differ from those of a job with an upload. The first UpdateItem of a worker takes a permit
 * of the project, and its last UpdateItem releases the permit.
 */
export const fetchPoints: readonly KillPoint[] = [
  ...byUrl([
    ...each(before(fetch, 'UpdateItem'), after(fetch, 'UpdateItem'), after(fetch, 'UpdateItem', 2)),
    ...each(before(fetch, 'PutObject'), after(fetch, 'PutObject')),
    ...each(before(fetch, 'UpdateItem', 3), after(fetch, 'UpdateItem', 3)),
    ...each(before(fetch, 'UpdateItem', 4), after(fetch, 'UpdateItem', 4)),
    ...each(before(fetch, 'SendMessage'), after(fetch, 'SendMessage')),
    // The splitter of fetched audio holds a permit too.
    ...each(after(create, 'SendMessage'), before(split, 'GetObject')),
    ...each(before(split, 'UpdateItem'), after(split, 'UpdateItem'), after(split, 'UpdateItem', 2)),
    ...each(before(split, 'UpdateItem', 4), after(split, 'UpdateItem', 4)),
    ...each(before(finish, 'ListObjects', 2), before(finish, 'DeleteObjects', 2)),
    ...each(after(finish, 'DeleteObjects', 2)),
    ...afterDeaths(neverSent, before(sweep, 'SendMessage'), after(sweep, 'SendMessage')),
    ...afterDeaths(neverSent, before(dead, 'TransactWriteItems'), after(dead, 'TransactWriteItems')).map(
      (point) => ({
        ...point,
        deadMessage: true,
        ends: ['completed', 'internal_error'],
      }),
    ),
  ]),
  ...ofMissingFile([
    ...each(before(fetch, 'TransactWriteItems'), after(fetch, 'TransactWriteItems')),
    ...each(before(fetch, 'SendMessage'), after(fetch, 'SendMessage')),
    ...each(before(fetch, 'ListObjects'), before(fetch, 'ListObjects', 2)),
    ...each(before(fetch, 'UpdateItem', 3), after(fetch, 'UpdateItem', 4)),
  ]),
  ...deletedDuringFetch([
    ...each(after(fetch, 'PutObject'), before(fetch, 'UpdateItem', 3), after(fetch, 'UpdateItem', 3)),
    ...each(before(fetch, 'GetItem'), before(fetch, 'ListObjects', 2), before(fetch, 'DeleteObjects')),
  ]).map((point) => ({ ...point, needsSecondCleanup: true })),
  ...deletedDuringFetch(each(after(fetch, 'DeleteObjects'), before(fetch, 'UpdateItem', 4))),
];
