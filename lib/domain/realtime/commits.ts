import type { LiveDecision } from '#lib/speech/live/live-transcriber.ts';
import { commitOf, translationCommit, warningCommit } from './decided-events.ts';
import { viewEvent } from './event-view.ts';
import type { FinalEvent, Translated, Warning } from './events.ts';
import type { Run } from './run.ts';
import type { Commit, Gap } from './session-repository.ts';

/**
 * Stores decisions, and sends them to the client only after that. All methods return false if this runner may decide
 * nothing more.
 */
export const openCommits = ({ deps, held, feed, outbox }: Pick<Run, 'deps' | 'held' | 'feed' | 'outbox'>) => {
  const commit = async (next: Commit): Promise<boolean> => {
    const after = await deps.sessions.commit(held.session, next);
    if (!after) return false;
    held.session = after;
    const stored = next.events.filter(({ id }) => id <= after.lastEventId);
    for (const event of stored) outbox.send(viewEvent(after, event), event.id);
    return true;
  };

  const decided = (decision: LiveDecision): Commit => ({
    ...commitOf(held.session, decision, deps.now()),
    webm: feed.progressAt(decision.throughMs),
  });

  return {
    decide: async (decisions: readonly LiveDecision[]): Promise<boolean> => {
      for (const decision of decisions) if (!(await commit(decided(decision)))) return false;
      return true;
    },
    translate: (final: FinalEvent, translated: Translated): Promise<boolean> =>
      commit(translationCommit(held.session, { final, translated }, deps.now())),
    /** With a gap, also stores silence in its place. If its bytes have arrived, does neither. */
    warn: (warning: Warning, gap?: Gap): Promise<boolean> =>
      commit({ ...warningCommit(held.session, warning, deps.now()), ...(gap && { gap }) }),
  };
};
export type Commits = ReturnType<typeof openCommits>;
