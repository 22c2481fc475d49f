import { byteAt } from '#lib/speech/live/pcm-input.ts';
import type { Mark } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

/** What is decided of a session. */
export type Decided = Pick<RealtimeSession, 'committedMs' | 'options'>;

// The last ms before a mark may wait in the resampler, so they stay undecided.
const slackMs = 100;

/** The byte before which everything is decided. */
export const decidedByte = ({ options, committedMs }: Decided): number => byteAt(options.audio, committedMs);

/** Whether a mark has not taken effect. `finish` takes effect only with the end. */
export const isUndecided = ({ options, committedMs }: Decided, { kind, offset }: Mark): boolean =>
  kind === 'finish' || offset > byteAt(options.audio, committedMs + slackMs);
