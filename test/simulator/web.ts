import { JobFailure } from '#lib/platform/errors.ts';
import type { CopyAudio } from '#lib/domain/transcriptions/copy-audio.ts';
import { sourcePrefix } from '#lib/domain/transcriptions/keys.ts';
import type { Recording } from './audio.ts';
import { hour, minute, second } from './chaos.ts';
import type { Random } from './random.ts';
import type { Source } from './source.ts';
import type { Timeline } from './timeline.ts';
import { Injected, type Worker } from './worker.ts';

const maxTries = 5;

/** What a server does with those who ask for the recording, before and from one instant on. */
type Mood = 'there' | 'longer' | 'gone' | 'down' | 'flaky';
const manners: readonly [[Mood, Mood], ...[Mood, Mood][]] = [
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
  readonly answer: () => { readonly mood: Mood; readonly body: string };
  readonly takesMs: () => number;
  /** Told what each job was refused for good, and whether only because it was its last try. */
  readonly refused: (key: string, isLast: boolean) => void;
};

const failed = (cause: string): JobFailure =>
  new JobFailure('audio_download_failed', 'audio.example did not send it.', { cause });

/** The servers of customers: what lies at a URL, and who was told what. */
export const newWeb = ({ timeline, random }: { timeline: Timeline; random: Random }) => {
  const pages = new Map<string, Page>();

  /** A recording on a server, which may go, come, change or fail while it is fetched. */
  const published = (recording: Recording): Source => {
    const url = `https://audio.example/${recording.source}?signature=secret`;
    const [first, then] = random.pick(...manners);
    const turnsAt = timeline.ms() + random.below(random.pick(10 * second, 20 * minute, 2 * hour));
    const moodNow = (): Mood => {
      const mood = timeline.ms() < turnsAt ? first : then;
      return mood === 'flaky' ? random.pick('down', 'there', 'longer') : mood;
    };
    const refusals: { key: string; isLast: boolean }[] = [];
    pages.set(url, {
      answer: () => {
        const mood = moodNow();
        const chunks = recording.chunks + (mood === 'longer' ? 1 : 0);
        return { mood, body: JSON.stringify({ ...recording, chunks }) };
      },
      takesMs: () => random.pick(0, 0, second, 150 * second, 9 * minute),
      refused: (key, isLast) => void refusals.push({ key, isLast }),
    });

    return {
      named: { audio_url: url },
      maxJobs: Infinity,
      varies: () => then === 'longer' || then === 'flaky',
      smoothly: () => {
        if (first === 'gone') return { end: 'audio_download_failed', attempt: 1 };
        if (first === 'there' && then !== 'gone') return { end: 'completed', attempt: 2 };
        return then === 'down' ? { end: 'audio_download_failed', attempt: maxTries } : undefined;
      },
      excuses: (job) => {
        const own = refusals.filter(({ key }) => key.startsWith(sourcePrefix(job)));
        const isFair = own.some(({ isLast }) => !isLast || job.attempt >= maxTries);
        return isFair ? ['audio_download_failed'] : [];
      },
      breach: () => undefined,
    };
  };

  /** The real copier, but for connections and the disk. A fault that may pass ends the job on its last try only. */
  const copier =
    (worker: Worker, put: (key: string, body: string) => Promise<string>): CopyAudio =>
    async ({ url, lastTry }, key, signal) => {
      const page = pages.get(url);
      if (!page) throw new Error(`Nobody knows ${url}.`);
      const download = async (): Promise<string> => {
        const { mood, body } = page.answer();
        if (mood === 'gone') throw failed('http_status');
        if (mood === 'down') throw new Injected('The server is down.');
        return body;
      };
      const body = await worker
        .call('internet', 'download', download, page.takesMs())
        .catch((error: unknown) => {
          const isForGood = error instanceof JobFailure;
          if (!isForGood && !lastTry) throw error;
          page.refused(key, !isForGood);
          throw isForGood ? error : failed('connect');
        });
      signal.throwIfAborted();
      return { key, eTag: await worker.call('s3', 'putFile', () => put(key, body)) };
    };

  return { published, copier };
};
export type Web = ReturnType<typeof newWeb>;
