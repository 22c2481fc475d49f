import { JobFailure } from '#lib/platform/errors.ts';
import type { CopyAudio } from '#lib/domain/transcriptions/copy-audio.ts';
import { sourcePrefix } from '#lib/domain/transcriptions/keys.ts';
import type { Recording } from './audio.ts';
import { hour, minute, second } from './chaos.ts';
import type { Random } from '../support/random.ts';
import type { Source } from './source.ts';
import type { Timeline } from './timeline.ts';
import { InjectedFault, type Worker } from './worker.ts';

const maxTries = 5;

/** The state of a server, which determines its response to a download. */
type ServerState = 'there' | 'longer' | 'gone' | 'down' | 'flaky';
const stateChanges: readonly [[ServerState, ServerState], ...[ServerState, ServerState][]] = [
  ['there', 'there'],
  ['there', 'there'],
  ['there', 'longer'],
  ['there', 'longer'],
  ['there', 'gone'],
  ['down', 'there'],
  ['flaky', 'flaky'],
  ['gone', 'gone'],
  ['down', 'down'],
];

type Page = {
  readonly answer: () => { readonly state: ServerState; readonly body: string };
  readonly takesMs: () => number;
  /** Called when a download fails for good. `isLast` means that it only failed because this was its last try. */
  readonly refused: (key: string, isLast: boolean) => void;
};

const failed = (cause: string): JobFailure =>
  new JobFailure('audio_download_failed', 'audio.example did not send it.', { cause });

/** The web servers of customers. */
export const newWeb = ({ timeline, random }: { timeline: Timeline; random: Random }) => {
  const pages = new Map<string, Page>();

  /** A recording on a server, which may be down, and may change or delete it. */
  const urlSource = (recording: Recording): Source => {
    const url = `https://audio.example/${recording.source}?signature=secret`;
    const [first, then] = random.pick(...stateChanges);
    const changesAt = timeline.ms() + random.below(random.pick(10 * second, 20 * minute, 2 * hour));
    const stateNow = (): ServerState => {
      const state = timeline.ms() < changesAt ? first : then;
      return state === 'flaky' ? random.pick('down', 'there', 'longer') : state;
    };
    const refusals: { key: string; isLast: boolean }[] = [];
    pages.set(url, {
      answer: () => {
        const state = stateNow();
        const chunks = recording.chunks + (state === 'longer' ? 1 : 0);
        return { state, body: JSON.stringify({ ...recording, chunks }) };
      },
      takesMs: () => random.pick(0, 0, second, 150 * second, 9 * minute),
      refused: (key, isLast) => void refusals.push({ key, isLast }),
    });

    return {
      requestField: { audio_url: url },
      maxJobs: Infinity,
      varies: () => then === 'longer' || then === 'flaky',
      endWithoutFaults: () => {
        if (first === 'gone') return { end: 'audio_download_failed', attempt: 1 };
        if (first === 'there' && then !== 'gone') return { end: 'completed', attempt: 2 };
        return then === 'down' ? { end: 'audio_download_failed', attempt: maxTries } : undefined;
      },
      allowedFailures: (job) => {
        const own = refusals.filter(({ key }) => key.startsWith(sourcePrefix(job)));
        const isAllowed = own.some(({ isLast }) => !isLast || job.attempt >= maxTries);
        return isAllowed ? ['audio_download_failed'] : [];
      },
      violation: () => undefined,
    };
  };

  /** The real copier without network and disk. A temporary fault fails the job only on its last try. */
  const copier =
    (worker: Worker, put: (key: string, body: string) => Promise<string>): CopyAudio =>
    async ({ url, lastTry }, key, signal) => {
      const page = pages.get(url);
      if (!page) throw new Error(`Unknown URL ${url}.`);
      const download = async (): Promise<string> => {
        const { state, body } = page.answer();
        if (state === 'gone') throw failed('http_status');
        if (state === 'down') throw new InjectedFault('The server is down.');
        return body;
      };
      const body = await worker
        .call('internet', 'download', download, page.takesMs())
        .catch((error: unknown) => {
          const isFinal = error instanceof JobFailure;
          if (!isFinal && !lastTry) throw error;
          page.refused(key, !isFinal);
          throw isFinal ? error : failed('connect');
        });
      signal.throwIfAborted();
      return { key, eTag: await worker.call('s3', 'putFile', () => put(key, body)) };
    };

  return { urlSource, copier };
};
export type Web = ReturnType<typeof newWeb>;
