import type { LiveDecision, LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import { openCommits } from './commits.ts';
import { errorEvent } from './errors.ts';
import { openGapWatch } from './gap-watch.ts';
import type { Stop } from './audio-feed.ts';
import { openKeeper } from './keep-lease.ts';
import { openLeaving } from './leaving.ts';
import { openInterim } from './interim.ts';
import { pollMs } from './pace.ts';
import { openRun, type RunnerDeps } from './run.ts';
import type { EndReason, RealtimeSession } from './session.ts';
import { openSpeedWatch } from './speed-watch.ts';
import { openTranslations } from './translations.ts';
import { openWarner } from './warner.ts';

/** The reason why a runner returns. After `closed`, the session must still be ended. */
export type Left = 'lost' | 'closed' | 'parked' | 'handed_over';

/** Recognizes the audio of a claimed session as it arrives. */
export const openRunner = (deps: RunnerDeps, claimed: RealtimeSession, transcriber: LiveTranscriber) => {
  const run = openRun(deps, claimed, transcriber);
  const { held, feed, outbox, greeter, nowMs } = run;
  const { sessions } = deps;
  const commits = openCommits(run);
  const keeper = openKeeper(run);
  const interim = openInterim(run, keeper);
  const gaps = openGapWatch(run, commits);
  const warner = openWarner(run, commits);
  const speed = openSpeedWatch(run);
  const translations = openTranslations(run, { commits, keeper });
  const leaving = openLeaving(run);
  let lastInputMs = nowMs();
  let frameMs = 0;

  /** After a refused write: the session was closed by its owner, or another runner holds it. */
  const refused = async (): Promise<Left> => {
    const { tenant, id } = held.session;
    const found = await sessions.find({ tenant, id });
    return found?.status === 'live' && found.endReason !== null ? 'closed' : 'lost';
  };

  /** Closes the session. Audio that is not decided yet is lost. */
  const end = async (reason: EndReason): Promise<Left> => {
    const { epoch } = held.session;
    if (!(await sessions.close(held.session, { reason, now: deps.now(), epoch }))) return 'lost';
    await outbox.drained();
    return 'closed';
  };

  /** Stores what a call decides, and then sends it. */
  const decide = async (call: () => Promise<readonly LiveDecision[]>): Promise<boolean> => {
    const isStored = await commits.decide(await keeper.during(call));
    if (isStored) interim.afterHearing();
    return isStored;
  };

  /** Decides everything that was heard, and waits for its translations. */
  const decideRest = async (): Promise<boolean> =>
    (await decide(() => feed.finish())) && (await translations.finish());

  const finish = async (reason: EndReason): Promise<Left> => ((await decideRest()) ? end(reason) : refused());

  const reach = async (stop: Stop): Promise<Left | undefined> => {
    if (stop.kind === 'unsupported_audio_format') {
      if (!(await decideRest())) return refused();
      const { id, requestId } = held.session;
      // Sent after the text, because a client may leave at a fatal error.
      outbox.send(errorEvent(id, deps.now(), { type: stop.kind, requestId, fatal: true }));
      return end(stop.kind);
    }
    if (stop.kind !== 'finalize') return finish(stop.kind);
    feed.apply(stop);
    return (await decide(() => feed.flush())) ? undefined : refused();
  };

  /** Reads what has arrived; returns whether there was anything. */
  const look = async (): Promise<boolean> => {
    const beforeMs = feed.throughMs;
    const input = await sessions.readInput(held.session, feed.from(held.session));
    if (!feed.add(input)) return false;
    // A new runner first reads again what the last one had read. That is not a sign that the client is alive.
    if (feed.through > held.session.readThrough) held.heardAt = deps.now().toISOString();
    frameMs = feed.throughMs - beforeMs;
    lastInputMs = nowMs();
    return true;
  };

  /** Processes the next audio. If there is none, looks for more and decides whether to stay. */
  const step = async (): Promise<Left | undefined> => {
    if (!(await translations.check())) return refused();
    const stop = feed.reached;
    if (stop) return reach(stop);
    if (feed.isReady) {
      if (!(await decide(() => feed.hear())) || !(await warner.check())) return refused();
      await speed.check();
      const unpaid = await leaving.unpaid();
      return unpaid === undefined ? undefined : finish(unpaid);
    }
    if (!(await interim.partial())) return refused();
    interim.ack();
    if (await look()) return undefined;
    if (!(await gaps.check()) || !(await warner.checkWaiting())) return refused();
    const reason = await leaving.endReason();
    if (reason === 'idle' && feed.gap) return (await gaps.forgo()) ? undefined : refused();
    if (reason !== undefined) return finish(reason);
    if (translations.isDone && (await leaving.park(lastInputMs))) return 'parked';
    await deps.sleep(pollMs({ sinceFoundMs: nowMs() - lastInputMs, frameMs }));
    return undefined;
  };

  const stay = async (remainingMs: () => number): Promise<Left> => {
    for (;;) {
      if (!(await keeper.keep())) return refused();
      if (held.session.endReason !== null) return 'closed';
      await greeter.greet(feed.through);
      if (await leaving.handOver(remainingMs())) return 'handed_over';
      const left = await step();
      if (left !== undefined) return left;
    }
  };

  return {
    get told() {
      return greeter.told;
    },
    end,
    run: async (remainingMs: () => number): Promise<Left> => {
      // Reads all of it, so that the greeting names the right place.
      while (await look()) if (!(await keeper.keep())) return refused();
      try {
        return await stay(remainingMs);
      } finally {
        await translations.stop();
      }
    },
  };
};
