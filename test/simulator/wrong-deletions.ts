import { cleanUp } from '#lib/domain/transcriptions/clean-up.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { erasedRequest, isTerminal } from '#lib/domain/transcriptions/transcription.ts';
import type { Mutants } from './mutant.ts';
import { jobIn } from './wrong-stores.ts';

const always = () => true;

/** Defects of deletions: they leave objects, remove too much, or happen too late. */
export const wrongDeletions: Mutants = {
  'canceling does not check whether the job has ended': {
    store: (database) => ({
      cancel: async (ref, now) => {
        const job = jobIn(database, ref);
        if (!job || !isTerminal(job.status)) return database.store.cancel(ref, now);
        const at = now.toISOString();
        const changes = { status: 'canceled', completedAt: at, deletedAt: at } as const;
        return database.update(ref, always, () => ({ ...changes, request: erasedRequest }));
      },
    }),
  },

  'completing does not check whether the job was canceled': {
    store: (database) => ({
      complete: (job, completion) => {
        database.update(
          job,
          ({ job: { status } }) => status === 'canceled',
          () => ({ status: 'processing' }),
        );
        return database.store.complete(job, completion);
      },
    }),
  },

  'a canceled job is charged': {
    store: (database) => ({
      cancel: async (ref, now) => {
        const job = await database.store.cancel(ref, now);
        if (job) database.ledger.set(`${ref.tenant}/${ref.id}`, 1);
        return job;
      },
    }),
  },

  'the ledger line is deleted with its job': {
    store: (database) => ({
      erase: (ref, now) => {
        database.ledger.delete(`${ref.tenant}/${ref.id}`);
        return database.store.erase(ref, now);
      },
    }),
  },

  'a completed job is not added to the usage': {
    store: (database) => ({
      complete: async (...completion) => {
        const done = await database.store.complete(...completion);
        database.usage.clear();
        return done;
      },
    }),
  },

  'a completed job does not lower the balance': {
    store: (database) => ({
      complete: async (...completion) => {
        const done = await database.store.complete(...completion);
        database.spent.clear();
        return done;
      },
    }),
  },

  'canceling does not erase the request': {
    store: (database) => ({
      cancel: async (ref, now) => {
        const request = jobIn(database, ref)?.request ?? erasedRequest;
        const job = await database.store.cancel(ref, now);
        return job && database.update(ref, always, () => ({ request }));
      },
    }),
  },

  'erasing does not make the job due': {
    store: (database) => ({
      erase: async (ref, now) => {
        const dueAt = database.rows.get(`${ref.tenant}/${ref.id}`)?.dueAt ?? null;
        const job = await database.store.erase(ref, now);
        return job && database.update(ref, always, () => ({ dueAt }));
      },
    }),
  },

  'a cleanup does not notice that the job was deleted in the meantime': {
    store: (database) => ({
      markCleaned: (job, ...rest) =>
        database.store.markCleaned({ ...job, deletedAt: jobIn(database, job)?.deletedAt ?? null }, ...rest),
    }),
  },

  'there is no second cleanup': {
    store: (database) => ({
      markCleaned: (job, cleaned) => database.store.markCleaned(job, { ...cleaned, nextSweepAt: null }),
    }),
  },

  'only the deletion removes results, not the finisher or the second cleanup': {
    deps: ({ results }, { name }) =>
      name.startsWith('delete') ? {} : { results: { ...results, remove: async () => {} } },
  },

  'a deletion that loses against the completion reports success': {
    erase: async (deps, caller, id) => {
      const ref = { tenant: caller.tenant, id };
      const found = await deps.store.find(ref);
      if (!found || isTerminal(found.status)) return deleteTranscription(deps, caller, id);
      const job = await deps.store.cancel(ref, deps.now());
      if (job) await cleanUp(deps, job);
    },
  },

  'the place in the queue is not released': { store: () => ({ leaveQueue: async () => {} }) },

  "only the place in the project's queue is released": {
    store: (database) => ({
      leaveQueue: (job) => database.store.leaveQueue({ ...job, organizationId: null }),
    }),
  },

  "only the place in the organization's queue is released": {
    store: ({ queues }) => ({
      leaveQueue: async ({ organizationId, id }) => void queues.get(organizationId ?? '')?.delete(id),
    }),
  },

  'a job takes a place in one queue although the other is full': {
    store: ({ store, queues }) => ({
      create: async (job, now) => {
        const outcome = await store.create(job, now);
        if (outcome.kind === 'queue_full' && outcome.of === 'organization')
          queues.set(job.tenant, (queues.get(job.tenant) ?? new Set()).add(job.id));
        return outcome;
      },
    }),
  },

  'the place in the queue is released before the job ends': {
    store: (database) => ({
      markSplit: async (claim, cut) => {
        const job = await database.store.markSplit(claim, cut);
        if (job && typeof job !== 'string') await database.store.leaveQueue(job);
        return job;
      },
    }),
  },

  'the limit of unfinished jobs per project is ignored': {
    store: (database) => ({
      create: async (job, now) => {
        const places = database.queues.get(job.tenant) ?? new Set();
        database.queues.delete(job.tenant);
        const outcome = await database.store.create(job, now);
        const queue = database.queues.get(job.tenant) ?? new Set();
        database.queues.set(job.tenant, new Set([...places, ...queue]));
        return outcome;
      },
    }),
  },

  'the limit of unfinished jobs per organization is ignored': {
    store: (database) => ({
      create: async (job, now) => {
        const owner = job.organizationId ?? '';
        const places = database.queues.get(owner) ?? new Set();
        database.queues.delete(owner);
        const outcome = await database.store.create(job, now);
        const queue = database.queues.get(owner) ?? new Set();
        database.queues.set(owner, new Set([...places, ...queue]));
        return outcome;
      },
    }),
  },

  'cleaning up after a completed job removes its result': {
    deps: ({ results, store }) => ({
      store: {
        ...store,
        leaveQueue: async (job) => {
          await store.leaveQueue(job);
          await results.remove([resultKey(job)]);
        },
      },
    }),
  },

  'a recognizer does not remove a text that it wrote too late': {
    deps: ({ audio }, { name }) =>
      name.startsWith('chunk') ? { audio: { ...audio, remove: async () => {} } } : {},
  },

  'the upload is not removed': {
    deps: ({ audio }) => ({
      audio: {
        ...audio,
        remove: async (keys) => audio.remove(keys.filter((key) => !key.startsWith('uploads/'))),
      },
    }),
  },
};
