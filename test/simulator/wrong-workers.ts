import { JobFailure } from '#lib/platform/errors.ts';
import { failTranscription } from '#lib/domain/transcriptions/fail-transcription.ts';
import { workPrefix } from '#lib/domain/transcriptions/keys.ts';
import { sweep } from '#lib/domain/transcriptions/sweep.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { Mutants } from './mutant.ts';

/** Defects of workers: missing steps or a wrong order. */
export const wrongWorkers: Mutants = {
  'there is no sweeper': { sweep: async () => {} },

  'a chunk is recorded before its text is stored': {
    deps: ({ audio, store }) => {
      let write = async (): Promise<void> => {};
      return {
        audio: {
          ...audio,
          put: async (key, ...body) => {
            if (!key.endsWith('.json')) return audio.put(key, ...body);
            write = () => audio.put(key, ...body);
          },
        },
        store: {
          ...store,
          markChunkDone: async (...chunk) => {
            const job = await store.markChunkDone(...chunk);
            await write();
            return job;
          },
        },
      };
    },
  },

  'only a worker that recognizes a chunk itself reports its part': {
    deps: ({ recognize, store }) => {
      let recognizes = false;
      return {
        recognize: (...chunk) => {
          recognizes = true;
          return recognize(...chunk);
        },
        store: {
          ...store,
          markPartDone: (part, now) => (recognizes ? store.markPartDone(part, now) : store.find(part)),
        },
      };
    },
  },

  'the audio is removed before the job is completed': {
    deps: ({ audio, store }) => ({
      store: {
        ...store,
        complete: async (job, completion) => {
          await audio.removeAll(workPrefix(job));
          await audio.remove([uploadKey({ tenant: job.tenant, id: job.uploadId ?? '' })]);
          return store.complete(job, completion);
        },
      },
    }),
  },

  'the job is completed before its result is written': {
    deps: ({ results, store }) => {
      let write = async (): Promise<void> => {};
      return {
        results: {
          ...results,
          putOnce: async (...object) => void (write = () => results.putOnce(...object)),
        },
        store: {
          ...store,
          complete: async (...completion) => {
            const done = await store.complete(...completion);
            await write();
            return done;
          },
        },
      };
    },
  },

  'a failed translation keeps the original text': {
    deps: ({ translator }) => ({
      translator: {
        ...translator,
        translate: (texts, ask) => translator.translate(texts, ask).catch(() => texts),
      },
    }),
  },

  'translations are cached by job instead of by text': {
    deps: ({ audio }) => {
      const one = (key: string) => key.replace(/translations\/\w+/, 'translations/one');
      return {
        audio: {
          ...audio,
          get: (key) => audio.get(one(key)),
          put: (key, ...body) => audio.put(one(key), ...body),
        },
      };
    },
  },

  'a translator outage fails the job at once': {
    deps: ({ translator }) => ({
      translator: {
        ...translator,
        translate: (texts, ask) =>
          translator.translate(texts, ask).catch(() => {
            throw new JobFailure('translation_failed', 'The translator failed.');
          }),
      },
    }),
  },

  'leases are not renewed': { deps: () => ({ every: () => () => {} }) },

  'a result can be overwritten': {
    results: (bucket) => ({ putOnce: (...object) => bucket.put(...object) }),
  },

  'chunks of different attempts have the same keys': {
    deps: ({ audio }) => {
      const shared = (key: string) => key.replace(/\/\d+\/(?=\d{4}\.)/, '/1/');
      return {
        audio: {
          ...audio,
          get: (key) => audio.get(shared(key)),
          put: (key, ...body) => audio.put(shared(key), ...body),
          remove: (keys) => audio.remove(keys.map(shared)),
        },
      };
    },
  },

  'the sweeper does not resend chunk messages': {
    sweep: (deps) => sweep({ ...deps, sendChunk: async () => {} }),
  },

  'the sweeper does not resend finish messages': {
    sweep: (deps) => sweep({ ...deps, sendFinish: async () => {} }),
  },

  'a dead message fails its job even if the job did not need it': {
    failDead: (deps, { tenant, id, attempt }) =>
      failTranscription(
        deps,
        { tenant, id, ...(attempt !== undefined && { attempt }) },
        new JobFailure('internal_error', 'Dead.'),
      ),
  },
};
