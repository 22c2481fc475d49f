import type { Every } from '#lib/platform/every.ts';
import type { LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import type { TextTranslator } from '#lib/speech/translation/translator.ts';
import type { Allowance } from './allowance.ts';
import { openGreeter } from './greeter.ts';
import { openAudioFeed } from './audio-feed.ts';
import { moments } from './moments.ts';
import { openOutbox, type OutboxDeps } from './outbox.ts';
import type { Progress, SessionRepository } from './session-repository.ts';
import { audioMsOf, type RealtimeSession } from './session.ts';
import type { SendEndDeps } from './send-end.ts';
import type { WakeDeps } from './wake-runner.ts';

export type RunnerDeps = OutboxDeps &
  SendEndDeps &
  WakeDeps & {
    readonly sessions: Pick<
      SessionRepository,
      | 'find'
      | 'claimLease'
      | 'renewLease'
      | 'noteTold'
      | 'giveBack'
      | 'issueResume'
      | 'commit'
      | 'close'
      | 'readInput'
    >;
    readonly allowance: Allowance;
    readonly translator: TextTranslator;
    readonly every: Every;
    /** A new token that resumes a session. */
    readonly newToken: () => string;
  };

/** The state and functions that the parts of a runner share. */
export const openRun = (deps: RunnerDeps, claimed: RealtimeSession, transcriber: LiveTranscriber) => {
  const held = { session: claimed, heardAt: claimed.heardAt };
  const feed = openAudioFeed(claimed, transcriber);
  const outbox = openOutbox(deps);
  const events = moments(claimed, deps.now);
  const greeter = openGreeter({ ...deps, held, outbox, events });
  return {
    deps,
    /** The session as this runner knows it, replaced by each of its writes, and when it last received input. */
    held,
    feed,
    outbox,
    events,
    greeter,
    nowMs: (): number => deps.now().getTime(),
    /** The length of the audio that was heard, by earlier runners too. */
    reachedMs: (): number => Math.max(feed.heardMs, audioMsOf(held.session)),
    progress: (): Progress => ({
      now: deps.now(),
      heardAt: held.heardAt,
      readThrough: feed.through,
      told: greeter.told,
    }),
  };
};
export type Run = ReturnType<typeof openRun>;
