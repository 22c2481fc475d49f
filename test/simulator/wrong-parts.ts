import type { PartCut } from '#lib/domain/transcriptions/parts.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import type { Mutants } from './mutant.ts';
import { jobIn, unfenced } from './wrong-stores.ts';

/** A cut whose start is moved to the end of the part before it, so that the borders agree. */
const fitted = (cut: PartCut, before: PartCut | undefined): PartCut => ({
  ...cut,
  start: before?.end ?? { ms: 0, sound: 0 },
});

const nothing: PartCut = { chunks: 0, start: { ms: 0, sound: 0 }, end: { ms: 0, sound: 0 } };

/** Defects of cutting audio in parts. */
export const wrongParts: Mutants = {
  'neighbours that disagree are joined': {
    deps: ({ store }) => ({
      store: {
        ...store,
        listPartProgress: async (claim) => {
          const parts = await store.listPartProgress(claim);
          return parts.map((one, at) => ({
            ...one,
            cut: one.cut && fitted(one.cut, parts[at - 1]?.cut ?? undefined),
          }));
        },
      },
    }),
  },

  'a part that cannot be decoded is left out': {
    deps: ({ cutPart }) => ({
      cutPart: async function* cut(...args) {
        try {
          return yield* cutPart(...args);
        } catch (error) {
          if (error instanceof NotInParts) return { ...nothing, start: { ms: -1, sound: 0 } };
          throw error;
        }
      },
    }),
    store: (database) => ({
      recordCut: async (ref, cut, now) => {
        const before = database.progressOf(ref).find(({ part }) => part === ref.part - 1)?.cut?.end;
        const skipped = before ? { ...nothing, start: before, end: before } : cut;
        return database.store.recordCut(ref, cut.start.ms === -1 ? skipped : cut, now);
      },
    }),
  },

  'a part is recorded before its chunks are stored': {
    deps: ({ audio, store }) => {
      const writes: (() => Promise<void>)[] = [];
      return {
        audio: {
          ...audio,
          put: async (key, ...body) => {
            if (!key.endsWith('.chunk')) return audio.put(key, ...body);
            const copy = Buffer.from(body[0]);
            writes.push(() => audio.put(key, copy, body[1]));
          },
        },
        store: {
          ...store,
          markPartCut: async (...cut) => {
            const job = await store.markPartCut(...cut);
            for (const write of writes.splice(0)) await write();
            return job;
          },
        },
      };
    },
  },

  'the cut of a part is recorded for the current attempt': {
    store: (database) => ({
      recordCut: (part, ...cut) => database.store.recordCut(unfenced(database, part), ...cut),
      markPartCut: (part, now) => {
        const current = unfenced(database, part);
        database.update(
          part,
          ({ job }) => job.parts !== null && job.status === 'processing',
          ({ parts }) => ({ parts: parts && { ...parts, attempt: current.attempt } }),
        );
        return database.store.markPartCut(current, now);
      },
    }),
  },

  'the parts number their chunks alike': {
    deps: ({ cutPart }) => ({
      cutPart: async function* cut(...args) {
        const chunks = cutPart(...args);
        for (;;) {
          const { done, value } = await chunks.next();
          if (done) return value;
          yield { ...value, index: value.index % 100 };
        }
      },
    }),
  },

  'parts are counted, not told apart': {
    store: (database) => ({
      markPartCut: async ({ part: _part, ...claim }, now) => {
        const part = jobIn(database, claim)?.cutParts.size ?? 0;
        return database.store.markPartCut({ ...claim, part }, now);
      },
    }),
  },

  'parts that were given up are planned again': {
    store: (database) => ({
      claim: async (...claim) => {
        const job = await database.store.claim(...claim);
        return (
          job &&
          database.update(
            job,
            () => true,
            () => ({ parts: null }),
          )
        );
      },
    }),
  },

  'a part renews a lease that was released': {
    store: (database) => ({
      renewLease: async (claim, now) => {
        const job = jobIn(database, claim);
        if (job?.attempt === claim.attempt && job.leaseUntil === null && job.status === 'processing')
          database.update(
            claim,
            () => true,
            () => ({ leaseUntil: now.toISOString() }),
          );
        return database.store.renewLease(claim, now);
      },
    }),
  },

  'giving up parts has no fence': {
    store: (database) => ({
      releaseParts: async (claim, now) => {
        database.update(
          claim,
          () => true,
          () => ({ leaseUntil: null }),
        );
        return database.store.releaseParts(claim, now);
      },
    }),
  },
};
