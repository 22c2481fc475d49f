import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { mergeResult } from '#lib/domain/transcriptions/result.ts';
import { viewEvent } from '#lib/domain/realtime/event-view.ts';
import type { SessionEvent } from '#lib/domain/realtime/events.ts';
import type { SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import { toldThrough } from '#lib/domain/realtime/session.ts';
import { sweepSessions } from '#lib/domain/realtime/sweep-sessions.ts';
import type { RealtimeMutants } from './mutant.ts';
import type { Deps } from './ports.ts';

/** The same verbs with other writes of the repository. */
const writing = (deps: Deps, changes: Partial<SessionRepository>) => ({
  sessions: { ...deps.sessions, ...changes },
});

const numbered = (events: readonly SessionEvent[], after: number): SessionEvent[] =>
  events.map((event, at) => ({ ...event, id: after + 1 + at }));

/** Defects of runners and sweepers: missing steps or a wrong order. */
export const wrongRunners: RealtimeMutants = {
  'finals are told before they are stored': {
    deps: (deps) =>
      writing(deps, {
        commit: async (session, commit) => {
          for (const event of commit.events)
            await deps.post(session.connectionId ?? '', viewEvent(session, event)).catch(() => false);
          return deps.sessions.commit(session, commit);
        },
      }),
  },

  'finals are stored after the session has advanced': {
    deps: (deps) =>
      writing(deps, {
        commit: async (session, commit) => {
          const after = await deps.sessions.commit(session, { ...commit, events: [] });
          const rest = { ...commit, speechMs: 0, unrecognizedMs: 0 };
          return after && commit.events.length > 0 ? deps.sessions.commit(after, rest) : after;
        },
      }),
  },

  'a commit that was refused counts as done': {
    deps: (deps) =>
      writing(deps, {
        commit: async (session, commit) => {
          const { length } = commit.events;
          const { committedMs, lastEventId } = {
            committedMs: commit.throughMs,
            lastEventId: session.lastEventId + length,
          };
          return (await deps.sessions.commit(session, commit)) ?? { ...session, committedMs, lastEventId };
        },
      }),
  },

  'a commit is bound to nothing': {
    store: (store) => ({
      commit: async (session, commit) => {
        const now = await store.find(session);
        if (!now || now.status !== 'live') return undefined;
        const known = { ...now, committedMs: now.committedMs };
        return store.commit(known, { ...commit, events: numbered(commit.events, now.lastEventId) });
      },
    }),
  },

  'a runner goes on where the last one had read': {
    deps: (deps) =>
      writing(deps, {
        claimLease: async (...claim) => {
          const session = await deps.sessions.claimLease(...claim);
          const throughMs = Math.floor((session?.readThrough ?? 0) / 320) * 10;
          if (!session || throughMs <= session.committedMs) return session;
          const rest = { events: [], speechMs: 0, unrecognizedMs: 0, now: deps.now() };
          return deps.sessions.commit(session, { ...rest, throughMs });
        },
      }),
  },

  'the result is written with the first final': {
    deps: (deps) =>
      writing(deps, {
        commit: async (session, commit) => {
          const after = await deps.sessions.commit(session, commit);
          const segments = commit.events.flatMap((event) =>
            event.type === 'transcript.final' ? [event.segment] : [],
          );
          const key = resultKey({ tenant: session.tenant, id: session.transcriptionId });
          const result = mergeResult({ segments, speechMs: 0, unrecognizedMs: 0 }, null);
          if (segments.length > 0)
            await deps.results.putOnce(key, JSON.stringify(result), 'application/json');
          return after;
        },
      }),
  },

  'a session ends before its result is written': {
    deps: (deps) => {
      let write = async (): Promise<void> => {};
      return {
        results: { putOnce: async (...object) => void (write = () => deps.results.putOnce(...object)) },
        ...writing(deps, {
          end: async (...end) => {
            const ended = await deps.sessions.end(...end);
            await write();
            return ended;
          },
        }),
      };
    },
  },

  'every byte that has arrived is acknowledged': {
    deps: (deps) => ({
      post: async (id, event) => {
        if (event.type !== 'audio.ack') return deps.post(id, event);
        const ref = { tenant: 'prj_a.live', id: event.session_id } as const;
        const { frames } = await deps.sessions.readInput(ref, { afterFrame: -1, fromMark: 0 });
        const through = Math.max(0, ...frames.map(({ endOffset }) => endOffset));
        return deps.post(id, { ...event, through });
      },
    }),
  },

  'a client is asked to go on after the last byte': {
    deps: (deps) => ({
      post: async (id, event) => {
        if (event.type !== 'session.started') return deps.post(id, event);
        const ref = { tenant: 'prj_a.live', id: event.session_id } as const;
        const { frames } = await deps.sessions.readInput(ref, { afterFrame: -1, fromMark: 0 });
        const last = Math.max(0, ...frames.map(({ endOffset }) => endOffset));
        return deps.post(id, { ...event, next_offset: last });
      },
    }),
  },

  'a greeting that could not be sent counts as taken': {
    deps: (deps) => ({
      post: (id, event) =>
        deps.post(id, event).catch((error) => {
          if (event.type === 'session.started') return true;
          throw error;
        }),
    }),
  },

  'the end is told only, and not what was missed before': {
    deps: (deps) =>
      writing(deps, {
        end: async (...end) => {
          const ended = await deps.sessions.end(...end);
          return ended && { ...ended, told: { connection: ended.connection, eventId: toldThrough(ended) } };
        },
        readEvents: async (ref, after) => {
          const events = await deps.sessions.readEvents(ref, after);
          const session = await deps.sessions.find(ref);
          return session?.status === 'live' || after === 0 ? events : events.slice(-1);
        },
      }),
  },

  'a takeover translates again from the first text': {
    deps: (deps) =>
      writing(deps, {
        claimLease: async (...claim) => {
          const session = await deps.sessions.claimLease(...claim);
          return session && { ...session, translated: { segmentId: 0, eventId: 0 } };
        },
      }),
  },

  'a takeover forgets the texts that were not translated': {
    deps: (deps) =>
      writing(deps, {
        claimLease: async (...claim) => {
          const session = await deps.sessions.claimLease(...claim);
          const { segments: segmentId = 0, lastEventId: eventId = 0 } = session ?? {};
          return session && { ...session, translated: { segmentId, eventId } };
        },
      }),
  },

  'a translation is stored apart from the place that it leads to': {
    deps: (deps) =>
      writing(deps, {
        commit: async (session, commit) => {
          const { translated, ...rest } = commit;
          const after = await deps.sessions.commit(session, rest);
          if (!after || !translated) return after;
          return deps.sessions.commit(after, { ...rest, events: [], translated });
        },
      }),
  },

  'how far texts reach is not recorded': {
    deps: (deps) => writing(deps, { noteTold: async (session) => deps.sessions.find(session) }),
  },

  'texts are told of a session that is closed': {
    deps: (deps) =>
      writing(deps, {
        noteTold: async (lease, toldMs, progress) =>
          (await deps.sessions.noteTold(lease, toldMs, progress)) ?? deps.sessions.find(lease),
      }),
  },

  'there is no sweeper': { sweep: async () => {} },

  'the sweeper wakes no runner': {
    sweep: (deps) => sweepSessions({ ...deps, wake: async () => {} }),
  },
};
