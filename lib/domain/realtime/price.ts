import { chargeMicroUsd } from '#lib/domain/money.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { audioMsOf, type RealtimeSession } from './session.ts';

/**
 * Whether there was speech. Text that was sent but not decided counts as speech; otherwise a client could read all text
 * and cancel before it is charged.
 */
const hasSpeech = ({ speechMs, toldMs, committedMs }: RealtimeSession): boolean =>
  speechMs > 0 || toldMs > committedMs;

/**
 * The price of the audio so far in micro-dollars, at most that of the longest audio that the session allows, because the
 * length comes from a runner, which processes data of customers. A session without speech, or in test mode, costs nothing.
 */
export const priceOf = (session: RealtimeSession): number =>
  modeOf(session.tenant) === 'live' && hasSpeech(session) ? chargeMicroUsd(audioMsOf(session)) : 0;
