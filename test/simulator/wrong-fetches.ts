import { JobFailure } from '#lib/platform/errors.ts';
import { sweep } from '#lib/domain/transcriptions/sweep.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { Mutants } from './mutant.ts';
import { InjectedFault } from './worker.ts';
import { jobIn, unfenced } from './wrong-stores.ts';

const always = () => true;

/** Defects of fetching and of cleanups after it: lost, mixed or leftover audio. */
export const wrongFetches: Mutants = {
  'the end of fetching is recorded for the current attempt': {
    store: (database) => ({
      markFetched: (claim, ...rest) => database.store.markFetched(unfenced(database, claim), ...rest),
    }),
  },

  'the end of fetching is recorded after the end of the job': {
    store: (database) => ({
      markFetched: async (claim, fetched) =>
        database.update(claim, always, () => ({ fetched, audioUrl: null, leaseUntil: null })),
    }),
  },

  'two attempts write to one source': {
    deps: ({ copyAudio }) => ({
      copyAudio: (source, key, signal) => copyAudio(source, key.replace(/\d+$/, '1'), signal),
    }),
  },

  'a job is marked as fetched before its audio is stored': {
    deps: ({ copyAudio, audio, store }) => {
      let write = async (): Promise<void> => {};
      return {
        copyAudio: async (source, key, signal) => {
          const stored = await copyAudio(source, key, signal);
          const body = (await audio.get(key)) ?? '';
          await audio.remove([key]);
          write = () => audio.put(key, body, 'audio/mpeg');
          return stored;
        },
        store: {
          ...store,
          markFetched: async (...fetched) => {
            const job = await store.markFetched(...fetched);
            await write();
            return job;
          },
        },
      };
    },
  },

  'a claim erases the URL': {
    store: (database) => ({
      claim: async (ref, now, stage) => {
        const job = await database.store.claim(ref, now, stage);
        if (job) database.update(ref, always, () => ({ audioUrl: null }));
        return job;
      },
    }),
  },

  'a fetched job keeps its URL': {
    store: (database) => ({
      markFetched: async (claim, ...rest) => {
        const audioUrl = jobIn(database, claim)?.audioUrl ?? null;
        const job = await database.store.markFetched(claim, ...rest);
        return job && database.update(claim, always, () => ({ audioUrl }));
      },
    }),
  },

  'a canceled job keeps its URL': {
    store: (database) => ({
      cancel: async (ref, now) => {
        const audioUrl = jobIn(database, ref)?.audioUrl ?? null;
        const job = await database.store.cancel(ref, now);
        return job && database.update(ref, always, () => ({ audioUrl }));
      },
    }),
  },

  'splitting does not wait for the audio': {
    store: (database) => ({
      claim: (ref, now, stage) => {
        const { audioUrl = null } = jobIn(database, ref) ?? {};
        if (audioUrl === null || stage === 'fetch') return database.store.claim(ref, now, stage);
        return database.store.claim(ref, now, 'fetch');
      },
    }),
    sweep: (deps) => sweep({ ...deps, sendFetch: ({ tenant, id }) => deps.sendSplit({ tenant, id }) }),
  },

  'fetching uses up the attempts of splitting': {
    store: (database) => ({
      claim: async (ref, now, stage = 'split') => {
        const job = jobIn(database, ref);
        const lapsed = job?.leaseUntil && new Date(job.leaseUntil) < now;
        if (stage === 'split' || !lapsed || job.audioUrl === null || job.attempt >= 10)
          return database.store.claim(ref, now, stage);
        // Bypasses the store, which would refuse the eighth attempt.
        database.update(ref, always, () => ({ attempt: 1 }));
        await database.store.claim(ref, now, stage);
        return database.update(ref, always, () => ({ attempt: job.attempt + 1 }));
      },
    }),
  },

  'a download never fails for good': {
    deps: ({ copyAudio }) => ({
      copyAudio: (source, ...rest) => copyAudio({ ...source, lastTry: false }, ...rest),
    }),
  },

  'a download fails for good at its first fault': {
    deps: ({ copyAudio }) => ({
      copyAudio: (source, ...rest) => copyAudio({ ...source, lastTry: true }, ...rest),
    }),
  },

  'a permanent fault is retried': {
    deps: ({ copyAudio }) => ({
      copyAudio: async (...copied) => {
        try {
          return await copyAudio(...copied);
        } catch (error) {
          throw error instanceof JobFailure ? new InjectedFault('Try again later.') : error;
        }
      },
    }),
  },

  'the sweeper does not resend fetch messages': {
    sweep: (deps) => sweep({ ...deps, sendFetch: async () => {} }),
  },

  'the sweeper does not resend split messages': {
    sweep: (deps) => sweep({ ...deps, sendSplit: async () => {} }),
  },

  'a cleanup does not remove fetched audio': {
    deps: ({ audio }) => ({
      audio: {
        ...audio,
        removeAll: async (prefix) => (prefix.startsWith('sources/') ? undefined : audio.removeAll(prefix)),
      },
    }),
  },

  'a cleanup only removes the audio of the last attempt': {
    deps: ({ audio, store }) => {
      let fetched: string[] = [];
      return {
        audio: {
          ...audio,
          removeAll: (prefix) =>
            prefix.startsWith('sources/') ? audio.remove(fetched) : audio.removeAll(prefix),
        },
        store: {
          ...store,
          find: async (ref) => {
            const job = await store.find(ref);
            fetched = job?.fetched ? [job.fetched.key] : [];
            return job;
          },
        },
      };
    },
  },

  'a fetcher does not remove audio that it wrote too late': {
    deps: ({ audio }, { name }) =>
      name.startsWith('fetch') ? { audio: { ...audio, removeAll: async () => {} } } : {},
  },

  'a cleanup removes the file that other jobs share': {
    deps: ({ audio, store }, _worker, database) => ({
      store: {
        ...store,
        leaveQueue: async (job) => {
          await store.leaveQueue(job);
          const { tenant } = job;
          const file = await database.files.find({ tenant, id: jobIn(database, job)?.fileId ?? '' });
          if (file) await audio.remove([uploadKey({ tenant, id: file.uploadId })]);
        },
      },
    }),
  },
};
