import { CfnOutput, Size, Stack, type App } from 'aws-cdk-lib/core';
import { constant } from './constructs/access.ts';
import { BooksAudit } from './constructs/books-audit.ts';
import { everyMinute } from './constructs/every-minute.ts';
import { heapLimits, newAccountMb } from './constructs/heap-limits.ts';
import { ProjectEraser } from './constructs/project-eraser.ts';
import { QueueWorker, consume } from './constructs/queue-worker.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { TopUps } from './constructs/top-ups.ts';
import { allowTranslation, warnOfTranslator } from './constructs/translation.ts';
import { StageDashboard } from './constructs/stage-dashboard.ts';
import { SpeechLayer, speechFolder } from './constructs/speech-layer.ts';
import { watchJobs } from './constructs/watch-jobs.ts';
import { deadLetterTimeout } from './constructs/work-queue.ts';
import type { WorkerGrants } from './constructs/table-grants.ts';
import { splitAudio } from './audio-splitting.ts';
import { recognizeChunks } from './chunk-recognition.ts';
import type { Concurrency } from './concurrency.ts';
import type { DataStack, SharedProps } from './data-stack.ts';
import { projectShareOf, type ProjectShare } from './project-share.ts';
import type { Settings } from './settings.ts';
import { commonProps } from './stage.ts';

/** The grants of functions that end jobs. One transaction writes the event and releases queue slots and reserved credit. */
const ending: WorkerGrants = {
  GetItem: ['jobs'],
  UpdateItem: ['jobs', 'projectQueues', 'organizationQueues', 'balances'],
  PutItem: ['events'],
};

/** Turns audio into text: one worker per queue, the dead-letter function, the sweepers and the books audit. */
export class WorkersStack extends Stack {
  private readonly settings: Settings;
  private readonly data: DataStack;
  private readonly mappings: Concurrency['mappings'];
  private readonly projectShare: ProjectShare;

  constructor(app: App, id: string, { settings, data, concurrency }: SharedProps) {
    super(app, id, { ...commonProps(settings), description: 'Earshot: the workers behind the queues' });
    this.settings = settings;
    this.data = data;
    this.mappings = concurrency.mappings;
    this.projectShare = projectShareOf(concurrency.mappings, settings.projectShare);
    const speech = new SpeechLayer(this, 'Speech', { folder: speechFolder, models: settings.speechModels });
    const speaking = { settings, data, concurrency, speech };
    const { split, helpers: partHelpers } = splitAudio(this, {
      ...speaking,
      ending,
      share: this.projectShare.split,
    });
    const workers = {
      fetch: this.fetchAudio(),
      split,
      ...(partHelpers && { partHelpers }),
      ...recognizeChunks(this, { ...speaking, partHelpers }),
      finish: this.finishJobs(),
    };
    warnOfTranslator(this, settings.translator);
    this.addDeadLetterWorker();
    this.sweep();
    const logRetention = settings.logRetentionDays;
    new ProjectEraser(this, 'ProjectEraser', { data, logRetention });
    if (data.stripe) {
      const { table, stripe, site } = data;
      new TopUps(this, 'TopUps', { table, stripe, origin: site.origin, settings });
    }
    const audit = new BooksAudit(this, 'BooksAudit', { table: data.table, logRetention });
    new CfnOutput(this, 'BooksAuditFunction', { value: audit.functionName });
    watchJobs(this);
    new StageDashboard(this, 'Dashboard', {
      api: data.httpApi,
      queues: { ...data.queues, webhooks: data.webhooks },
      workers,
      accountConcurrency: concurrency.account,
    });
  }

  private fetchAudio() {
    const { table, audio, queues, webhooks } = this.data;
    return new QueueWorker(this, 'FetchAudio', {
      file: 'workers/fetch-audio.ts',
      queue: queues.fetch,
      maxConcurrency: this.mappings.fetch,
      loops: true,
      // Room for a file of 500 MB on its way to the bucket.
      ephemeralStorageSize: Size.mebibytes(1024),
      access: [
        table.allowWorker(ending, { UpdateItem: ['inFlight'] }),
        constant('FETCH_SHARE', this.projectShare.fetch),
        webhooks.allowSend(),
        audio.allow({
          PutObject: ['sources'],
          // Not uploads: it calls servers that customers choose, and a job with a URL has none.
          DeleteObject: ['sources', 'work'],
          ListBucket: true,
        }),
        queues.fetch.allowSend(),
        queues.split.allowSend(),
      ],
      logRetention: this.settings.logRetentionDays,
      onCall: {
        impact: 'Jobs with an audio_url stay queued.',
        firstLook: 'the log of workers/fetch-audio: is it one host that does not answer, or all of them?',
      },
    });
  }

  private finishJobs() {
    const { table, audio, results, queues, webhooks } = this.data;
    const { translator } = this.settings;
    return new QueueWorker(this, 'FinishJob', {
      file: 'workers/finish-job.ts',
      queue: queues.finish,
      maxConcurrency: this.mappings.finish,
      loops: true,
      // On a second processor V8 collects garbage and compiles, which is a third of the work on a long job.
      memorySize: newAccountMb,
      access: [
        table.allowWorker(ending, { UpdateItem: ['usage', 'inFlight'], PutItem: ['charges'] }),
        constant('FINISH_SHARE', this.projectShare.finish),
        webhooks.allowSend(),
        audio.allow({
          GetObject: ['work'],
          ...(translator !== 'none' && { PutObject: ['work'] }),
          DeleteObject: ['uploads', 'sources', 'work'],
          ListBucket: true,
        }),
        results.allow({ PutObject: ['results'], DeleteObject: ['results'] }),
        queues.finish.allowSend(),
        constant('SPEECH_MODELS', this.settings.speechModels.join()),
        ...heapLimits({ young: 4, old: 256 }),
        allowTranslation(translator),
      ],
      logRetention: this.settings.logRetentionDays,
      onCall: {
        impact: 'Jobs are recognized but never completed.',
        firstLook:
          'the log of workers/finish-job: does the translator, the transaction or the write to the results bucket fail?',
      },
    });
  }

  private addDeadLetterWorker() {
    const { table, audio, queues, webhooks } = this.data;
    const worker = new ServiceFunction(this, 'DeadLetter', {
      file: 'workers/dead-letter.ts',
      timeout: deadLetterTimeout,
      access: [
        table.allowWorker(ending, { GetItem: ['jobParts'] }),
        webhooks.allowSend(),
        audio.allow({ DeleteObject: ['uploads', 'sources', 'work'], ListBucket: true }),
      ],
      logRetention: this.settings.logRetentionDays,
      onCall: {
        impact: 'Jobs that can no longer succeed are not marked failed, so their owners wait for nothing.',
        firstLook: 'the log of workers/dead-letter. Its messages are kept for 14 days and retried meanwhile.',
      },
    });
    for (const { deadLetters } of Object.values(queues))
      consume(worker, deadLetters, { maxConcurrency: this.mappings.deadLetters });
  }

  private sweep() {
    const { table, audio, results, queues, webhooks } = this.data;
    everyMinute(this, 'Sweep', {
      file: 'workers/sweep.ts',
      access: [
        table.allowWorker(ending, {
          queryDue: ['jobs'],
          Query: ['jobParts', 'realtimeSessions'],
          UpdateItem: ['realtimeSessions'],
        }),
        webhooks.allowSend(),
        audio.allow({ DeleteObject: ['uploads', 'sources', 'work'], ListBucket: true }),
        results.allow({ DeleteObject: ['results'] }),
        ...Object.values(queues).map((queue) => queue.allowSend()),
      ],
      logRetention: this.settings.logRetentionDays,
      impact:
        'Work whose message was lost is not sent again, jobs that run out of time never fail, or audio and texts of ended jobs are not removed.',
    });
  }
}
