import type { Table, Write } from '#lib/platform/aws/table.ts';
import { isOver } from '#lib/domain/realtime/session.ts';
import type { RealtimeMutants } from './mutant.ts';

const pkOf = (write: Write): string => {
  if ('put' in write) return String(write.put['pk']);
  return 'update' in write ? write.update.key.pk : write.check.key.pk;
};

/** The table without the writes of a transaction whose partition key matches. */
const without = (table: Table, pattern: RegExp): Partial<Table> => ({
  transact: (writes) => table.transact(writes.filter((write) => !pattern.test(pkOf(write)))),
});

/** Defects of what is stored. */
export const wrongSessions: RealtimeMutants = {
  'the end is not charged': { table: (table) => without(table, /\/ledger$/) },
  'the place of an ended session stays taken': {
    table: (table) => ({
      transact: (writes) =>
        table.transact(
          writes.filter((write) => !('update' in write && write.update.set.startsWith('DELETE'))),
        ),
    }),
  },
  'webhooks are not told of the end': { table: (table) => without(table, /\/evt_/) },

  'the usage is counted apart from the end': {
    table: (table) => ({
      transact: async (writes) => {
        const usage = writes.find((write) => pkOf(write).endsWith('/usage'));
        if (usage && 'update' in usage) await table.update(usage.update);
        return table.transact(writes.filter((write) => write !== usage));
      },
    }),
  },

  'the end is bound to nothing': {
    table: (table) => ({
      transact: async (writes) => {
        const isEnd = writes.some((write) => pkOf(write).endsWith('/usage'));
        if (!isEnd) return table.transact(writes);
        for (const write of writes) {
          if ('update' in write)
            await table.update({
              ...write.update,
              where: 'attribute_exists(pk) OR attribute_not_exists(pk)',
            });
          if ('put' in write) await table.transact([write]);
        }
        return { done: true };
      },
    }),
  },

  'a takeover forgets how far texts reach': {
    table: (table) => ({
      update: (change) =>
        table.update(
          change.set.startsWith('SET epoch =')
            ? { ...change, set: `${change.set}, toldMs = :none`, values: { ...change.values, ':none': 0 } }
            : change,
        ),
    }),
  },

  'the end costs what is decided only': {
    store: (store) => ({ end: (session, end) => store.end({ ...session, toldMs: 0 }, end) }),
  },

  'missed events are not told again': {
    store: (store) => ({
      connect: (session, input) => store.connect(session, { ...input, afterEventId: session.lastEventId }),
    }),
  },

  'only the newest token is valid': {
    store: (store) => ({
      issueResume: (session, hash) => store.issueResume({ ...session, resumeHashes: [] }, hash),
    }),
  },

  'a token is invalid once it was used': {
    table: (table) => ({
      update: (change) => {
        const values = change.values?.[':seenHashes'] === undefined ? {} : { ':resumeHashes': [] };
        return table.update({ ...change, ...(change.values && { values: { ...change.values, ...values } }) });
      },
    }),
  },

  'a secret is used up by its first connection': {
    table: (table) => ({
      transact: (writes) =>
        table.transact(
          writes.map((write) => {
            if (!('update' in write) || write.update.values?.[':seenConnection'] === undefined) return write;
            const set = write.update.set.replace('SET ', 'SET secretExpiresAt = :used, ');
            const values = { ...write.update.values, ':used': '2026-01-01T00:00:00.000Z' };
            return { update: { ...write.update, set, values } };
          }),
        ),
    }),
  },

  'an ended session cannot be resumed': {
    store: (store) => ({
      connect: async (session, input) =>
        isOver(session) ? { kind: 'refused' } : store.connect(session, input),
    }),
  },

  'finish does not wait for bytes that are missing': {
    store: (store) => ({
      readInput: async (ref, from) => {
        const input = await store.readInput(ref, from);
        const marks = input.marks.map((mark) => (mark.kind === 'finish' ? { ...mark, offset: 0 } : mark));
        return { ...input, marks };
      },
    }),
  },

  'gaps are closed up': {
    store: (store) => {
      const through = new Map<string, number>();
      return {
        readInput: async (ref, from) => {
          const input = await store.readInput(ref, from);
          let at = from.afterFrame < 0 ? 0 : (through.get(ref.id) ?? 0);
          const frames = input.frames.map((frame) => {
            const offset = Math.min(frame.offset, Math.max(at, from.afterFrame + 1));
            at = Math.max(at, offset + frame.endOffset - frame.offset);
            return { ...frame, offset, endOffset: offset + frame.endOffset - frame.offset };
          });
          through.set(ref.id, at);
          return { ...input, frames };
        },
      };
    },
  },

  'marks are not stored': { store: () => ({ putMark: async () => {} }) },

  'a reconnecting client is not counted as another connection': {
    store: (store) => ({
      connect: async (session, input) => {
        const outcome = await store.connect(session, input);
        return outcome.kind === 'connected' && session.connection > 0
          ? { kind: 'connected', session: { ...outcome.session, connection: session.connection } }
          : outcome;
      },
    }),
  },
};
