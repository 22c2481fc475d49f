import { Size } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type Access, constant } from './constructs/access.ts';
import { heapLimits, oneProcessorMb } from './constructs/heap-limits.ts';
import { allowAttachment, IsolatedNetwork } from './constructs/isolated-network.ts';
import { QueueHelpers } from './constructs/queue-helpers.ts';
import { QueueWorker } from './constructs/queue-worker.ts';
import type { SpeechLayer } from './constructs/speech-layer.ts';
import type { WorkerGrants } from './constructs/table-grants.ts';
import type { SharedProps } from './data-stack.ts';

type SplittingProps = SharedProps & {
  readonly speech: SpeechLayer;
  /** The grants of a function that ends jobs. */
  readonly ending: WorkerGrants;
  /** How many messages of one project may be processed at once. */
  readonly share: number;
};

const accessOf = ({ settings, data, concurrency, ending, share }: SplittingProps): Access[] => {
  const { table, audio, queues, webhooks } = data;
  return [
    // Reads the balance in case the audio costs more than the job's reserved credit. Without `prepaid` too, because
    // older jobs may have reserved credit.
    table.allowWorker(ending, {
      GetItem: ['jobParts', 'uploads', 'files'],
      UpdateItem: ['jobParts', 'uploads', 'testQuotas', 'inFlight'],
      Query: ['jobParts', 'balances'],
    }),
    constant('SPLIT_SHARE', share),
    constant('PART_HELPERS', concurrency.partHelpers),
    webhooks.allowSend(),
    audio.allow({
      GetObject: ['uploads', 'sources', 'work/*/heads'],
      PutObject: ['work'],
      DeleteObject: ['uploads', 'sources', 'work'],
      ListBucket: true,
    }),
    queues.split.allowSend(),
    queues.chunk.allowSend(),
    queues.finish.allowSend(),
    constant('SPEECH_MODELS', settings.speechModels.join()),
    constant('LIMITS', JSON.stringify(settings.limits)),
    ...heapLimits({ young: 1, old: 128 }),
  ];
};

/** The functions that cut audio into chunks: one that the queue invokes, and its helpers. */
export const splitAudio = (scope: Construct, props: SplittingProps) => {
  const { settings, data, concurrency, speech } = props;
  const { split: queue } = data.queues;
  const access = accessOf(props);
  const logRetention = settings.logRetentionDays;
  const reached = concurrency.partHelpers > 0 ? [...access, queue.allowReceive()] : access;
  const both = {
    queue,
    speech,
    access,
    logRetention,
    // Room for a file of 500 MB, and for a copy without its tags. Chunks are never written to disk.
    ephemeralStorageSize: Size.mebibytes(1024),
    network:
      settings.decoderNetwork === 'isolated'
        ? new IsolatedNetwork(scope, 'DecoderNetwork', {
            access: reached,
            zones: settings.decoderZones,
            logRetention,
          })
        : undefined,
  };
  const split = new QueueWorker(scope, 'SplitAudio', {
    ...both,
    file: 'workers/split-audio.ts',
    maxConcurrency: concurrency.mappings.split,
    loops: true,
    pollers: settings.eventPollers,
    memorySize: oneProcessorMb,
    onCall: {
      impact: 'New jobs stay queued.',
      firstLook:
        'the log of workers/split-audio: does ffmpeg start, is the disk full, does one file fail again and again?',
    },
  });
  const helpers =
    concurrency.partHelpers > 0
      ? new QueueHelpers(scope, 'SplitWaiting', {
          ...both,
          file: 'workers/split-waiting.ts',
          variable: 'SPLIT_WAITING_FUNCTION',
          helpers: concurrency.partHelpers,
          memorySize: oneProcessorMb,
          onCall: {
            impact: 'Long files take longer.',
            firstLook: 'the log of workers/split-waiting: does ffmpeg start, is the disk full?',
          },
        })
      : undefined;
  // Also needed without the network: after an update takes the function out of it, Lambda deletes the network interfaces
  // only some time later.
  for (const worker of [split, ...(helpers ? [helpers] : [])])
    for (const statement of allowAttachment(scope)) worker.addToRolePolicy(statement);
  return { split, helpers };
};
