import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';

/** A moment in the work of one function on one job: its nth call of that kind. */
export type Moment = {
  /** Part of the function's name. */
  readonly worker: string;
  readonly phase: FunctionCall['phase'];
  readonly call: string;
  /** Counted per job, from 1; `each` strikes every time. */
  readonly nth: number | 'each';
};

/** Where workers die on the way of one job. */
export type KillPoint = {
  readonly name: string;
  readonly audio: 'one chunk' | 'two chunks';
  readonly moments: readonly Moment[];
  /** Where the audio comes from: from an upload, if nothing is said. */
  readonly source?: 'url' | 'missing url' | 'slow url';
  /** The message that queues the job comes to the dead letters too. */
  readonly deadMessage?: boolean;
  /** The customer deletes the job at once. */
  readonly deleted?: boolean;
  /** What it wrote is removed when the job is looked at for the second time only. */
  readonly leavesForSecondLook?: boolean;
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
  (worker: string, call: string, nth: Moment['nth'] = 1): Moment => ({ worker, phase, call, nth });
export const before = at('before');
export const after = at('after');

/** Parts of the names of the functions. */
export const workers = {
  ...{ grant: 'transcriptionuploadscreate', create: 'transcriptionscreate', get: 'transcriptionsget' },
  ...{ received: 'uploadreceived', fetch: 'fetchaudio', split: 'splitaudio', recognize: 'recognizechunk' },
  ...{ finish: 'finishjob', sweep: 'sweep', dead: 'deadletter', erase: 'transcriptionsdelete' },
};

const nameOf = ({ worker, phase, call, nth }: Moment): string => `${worker} ${phase} ${call} ${nth}`;

export const each = (...moments: readonly Moment[]): KillPoint[] =>
  moments.map((moment) => ({ name: nameOf(moment), audio: 'one chunk', moments: [moment] }));

export const withTwoChunks = (...moments: readonly Moment[]): KillPoint[] =>
  each(...moments).map((point) => ({ ...point, audio: 'two chunks' }));

/** Some steps are taken only after another worker has died. */
export const afterDeaths = (deaths: readonly Moment[], ...moments: readonly Moment[]): KillPoint[] =>
  each(...moments).map(({ name, ...point }) => ({
    ...point,
    name: `${name} when ${deaths.map(nameOf).join(', ')}`,
    moments: [...deaths, ...point.moments],
  }));

/** The message that queues the job is lost. */
export const neverSent = [before(workers.create, 'SendMessage')];
