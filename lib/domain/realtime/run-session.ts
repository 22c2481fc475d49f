import { log } from '#lib/platform/log.ts';
import type { LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import type { RequestEnd } from './end-session.ts';
import type { RunnerDeps } from './run.ts';
import { type Left, openRunner } from './runner.ts';
import type { RealtimeSession, SessionRef } from './session.ts';
import { isOver } from './session.ts';
import { sendEnd } from './send-end.ts';
import { claimPollMs, maxClaims, successorMs } from './timing.ts';
import type { RunMessage } from './wake-runner.ts';

export type RunDeps = RunnerDeps & {
  /** Opens a transcriber at what is decided of the session. */
  readonly openTranscriber: (session: RealtimeSession) => LiveTranscriber;
  readonly requestEnd: RequestEnd;
};

/** Claims the session. A successor waits until the previous runner has returned its lease. */
const claim = async (
  { sessions, now, sleep }: RunDeps,
  { handover = false, ...ref }: RunMessage,
): Promise<RealtimeSession | undefined> => {
  const giveUpAt = now().getTime() + (handover ? successorMs : 0);
  for (;;) {
    const session = await sessions.claimLease(ref, now());
    if (session || now().getTime() >= giveUpAt) return session;
    await sleep(claimPollMs);
  }
};

const findOver = async ({ sessions }: RunDeps, ref: SessionRef): Promise<RealtimeSession | undefined> => {
  const session = await sessions.find(ref);
  return session && isOver(session) ? session : undefined;
};

/**
 * Recognizes a session until it ends, no more input comes, the time of the function is nearly up, or another runner
 * holds it.
 */
export const runSession = async (
  deps: RunDeps,
  message: RunMessage,
  { remainingMs }: { readonly remainingMs: () => number },
): Promise<Left> => {
  const { tenant, id } = message;
  const claimed = await claim(deps, message);
  if (!claimed) {
    const over = await findOver(deps, { tenant, id });
    if (over) await sendEnd(deps, over);
    return 'lost';
  }
  const { epoch, committedMs } = claimed;
  log.info('realtime.claimed', { realtime_session_id: id, epoch, committed_ms: committedMs });
  const runner = openRunner(deps, claimed, deps.openTranscriber(claimed));
  // The audio, or its recognition, has killed every earlier runner.
  const left = claimed.claims > maxClaims ? await runner.end('failed') : await runner.run(remainingMs);
  if (left === 'closed') await deps.requestEnd({ tenant, id, told: runner.told });
  log.info('realtime.returned', { realtime_session_id: id, epoch, left });
  return left;
};
