import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';

/** A moment in the work of a function on a job: before or after its nth call of a kind. */
export type Moment = {
  /** Part of the function's name. */
  readonly worker: string;
  readonly phase: FunctionCall['phase'];
  readonly call: string;
  /** The number of the call for a job, from 1. `each` means all calls. */
  readonly nth: number | 'each';
  /** Only calls whose request contains this count. */
  readonly about?: string;
};

/** The moments at which workers of one job are killed. */
export type KillPoint = {
  readonly name: string;
  readonly audio: 'one chunk' | 'two chunks' | 'three parts';
  readonly moments: readonly Moment[];
  /** The source of the audio. Default: an upload. */
  readonly source?: 'url' | 'missing url' | 'slow url';
  /** The message that queues the job also goes to the dead-letter queue. */
  readonly deadMessage?: boolean;
  /** The customer deletes the job at once. */
  readonly deleted?: boolean;
  /** Only the second cleanup removes what the worker wrote. */
  readonly needsSecondCleanup?: boolean;
  /** The allowed ends of the job. Default: completed. */
  readonly ends?: readonly string[];
};

/** The operation's name. S3 operations are derived from method and query. */
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
  grant: 'postv1transcriptionuploadshandler',
  create: 'postv1transcriptionshandler',
  get: 'getv1transcriptionstranscriptionidhandle',
  erase: 'deletev1transcriptionstranscriptionidhandle',
  received: 'uploadreceived',
  fetch: 'fetchaudio',
  split: 'splitaudio',
  recognize: 'recognize',
  finish: 'finishjob',
  sweep: 'sweep',
  dead: 'deadletter',
  authorize: 'realtimeauthorizer',
  connect: 'realtimeconnect',
  receive: 'realtimedefault',
  disconnect: 'realtimedisconnect',
  run: 'runsession',
  end: 'endsession',
  due: 'sessionsdue',
};

export const nameOf = ({ worker, phase, call, nth, about = '' }: Moment): string =>
  `${worker} ${phase} ${call} ${nth} ${about}`.trim();

export const each = (...moments: readonly Moment[]): KillPoint[] =>
  moments.map((moment) => ({ name: nameOf(moment), audio: 'one chunk', moments: [moment] }));

export const withTwoChunks = (...moments: readonly Moment[]): KillPoint[] =>
  each(...moments).map((point) => ({ ...point, audio: 'two chunks' }));

/** Combines all these moments in one job, because a job in three parts takes long. */
export const inParts = (...moments: readonly Moment[]): KillPoint => ({
  name: `${moments.map(nameOf).join(', ')} in parts`,
  audio: 'three parts',
  moments,
});

/** For steps that only happen after another worker has died. */
export const afterDeaths = (deaths: readonly Moment[], ...moments: readonly Moment[]): KillPoint[] =>
  each(...moments).map(({ name, ...point }) => ({
    ...point,
    name: `${name} when ${deaths.map(nameOf).join(', ')}`,
    moments: [...deaths, ...point.moments],
  }));

/** The message that queues the job is lost. */
export const neverSent = [before(workers.create, 'SendMessage')];
