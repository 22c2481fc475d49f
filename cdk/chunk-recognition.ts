import type { Construct } from 'constructs';
import { type Access, constant } from './constructs/access.ts';
import { heapLimits, memoryOfProcessesMb, oneProcessorMb } from './constructs/heap-limits.ts';
import { QueueHelpers } from './constructs/queue-helpers.ts';
import { QueueWorker } from './constructs/queue-worker.ts';
import type { SpeechLayer } from './constructs/speech-layer.ts';
import type { SharedProps } from './data-stack.ts';

type RecognitionProps = SharedProps & {
  readonly speech: SpeechLayer;
  /** The helpers that a worker calls when parts wait. The splitters themselves cannot reach Lambda. */
  readonly partHelpers: QueueHelpers | undefined;
};

const accessOf = ({ settings, data: { table, audio, queues }, partHelpers }: RecognitionProps): Access[] => [
  table.allowWorker({ GetItem: ['jobs', 'jobParts'], UpdateItem: ['jobs', 'jobParts'] }),
  // There is no ListBucket, so an attacker in this function cannot list customers' objects. Without it, S3 answers 403
  // instead of 404 for a missing chunk of a job that was just canceled, which costs one retry.
  audio.allow({ GetObject: ['work'], PutObject: ['work'], DeleteObject: ['work'] }),
  queues.chunk.allowChangeVisibility(),
  queues.finish.allowSend(),
  constant('SPEECH_MODELS', settings.speechModels.join()),
  ...(partHelpers ? [partHelpers.allowCall()] : []),
  ...heapLimits({ young: 4, old: 128 }),
];

/** Undefined if the account is too small for helpers, or if the settings turn them off. */
const helpersOf = (scope: Construct, props: RecognitionProps): QueueHelpers | undefined => {
  const { settings, data, concurrency, speech } = props;
  if (concurrency.chunkHelpers === 0) return undefined;
  const helpers = new QueueHelpers(scope, 'RecognizeWaiting', {
    file: 'workers/recognize-waiting.ts',
    variable: 'RECOGNIZE_WAITING_FUNCTION',
    queue: data.queues.chunk,
    helpers: concurrency.chunkHelpers,
    memorySize: memoryOfProcessesMb(settings.helperProcesses),
    speech,
    access: [...accessOf(props), constant('HELPER_PROCESSES', settings.helperProcesses)],
    logRetention: settings.logRetentionDays,
    onCall: {
      impact: 'Jobs stay in processing, or long files take longer.',
      firstLook: 'the log of workers/recognize-waiting: does the engine load?',
    },
  });
  helpers.allowCallOfOthers();
  return helpers;
};

/** The functions that turn chunks into text: one that the queue invokes, and its helpers. */
export const recognizeChunks = (scope: Construct, props: RecognitionProps) => {
  const { settings, data, concurrency, speech } = props;
  const helpers = helpersOf(scope, props);
  const recognize = new QueueWorker(scope, 'RecognizeChunk', {
    file: 'workers/recognize-chunk.ts',
    queue: data.queues.chunk,
    maxConcurrency: concurrency.mappings.recognize,
    pollers: settings.eventPollers,
    // While there is much to do, helpers that it called cut parts of one job after another, and each part sends chunks to it.
    loops: props.partHelpers !== undefined,
    memorySize: oneProcessorMb,
    speech,
    access: [...accessOf(props), ...(helpers ? [helpers.allowCall()] : [])],
    logRetention: settings.logRetentionDays,
    onCall: {
      impact: 'Jobs stay in processing.',
      firstLook:
        'the log of workers/recognize-chunk: does the engine load, and do runs reach the time limit?',
    },
  });
  return { recognize, ...(helpers && { helpers }) };
};
