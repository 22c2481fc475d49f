import { byteAt } from '#lib/speech/live/pcm-input.ts';
import type { Mark } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

/** The attributes of a session that tell what is decided. */
export type Decided = Pick<RealtimeSession, 'committedMs' | 'options' | 'webm'>;

// The last milliseconds before a mark may still be in the resampler, so they stay undecided.
const slackMs = 100;

/** The byte before which everything up to `ms` is decided. */
const byteBefore = ({ options: { audio }, webm }: Decided, ms: number): number =>
  audio.format === 'webm_opus' ? (webm?.decidedByte ?? 0) : byteAt(audio, ms);

/** The byte before which everything is decided. */
export const decidedByte = (decided: Decided): number => byteBefore(decided, decided.committedMs);

/** Whether a mark has not taken effect yet. `finish` takes effect only when the session ends. */
export const isUndecided = (decided: Decided, { kind, offset }: Mark): boolean =>
  kind === 'finish' || offset > byteBefore(decided, decided.committedMs + slackMs);
