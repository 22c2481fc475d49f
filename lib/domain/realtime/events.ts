import * as z from 'zod';
import { Segment } from '#lib/domain/transcriptions/chunk-text.ts';
import { EndReason, type RealtimeSession } from './session.ts';

/** The reason for the end of a final segment. */
export const SegmentEnd = z.enum(['silence', 'length', 'finalize', 'finish']);

const ms = z.int().nonnegative();

/** A warning to a client about its session. */
export const Warning = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('audio_gap'), from_ms: ms, to_ms: ms }),
  z.object({ reason: z.literal('behind'), lag_ms: ms }),
  z.object({ reason: z.literal('expiring'), seconds_left: z.int() }),
  z.object({ reason: z.literal('max_session'), seconds_left: z.int() }),
  z.object({ reason: z.literal('idle'), seconds_left: z.int() }),
  z.object({ reason: z.literal('low_credit') }),
  z.object({ reason: z.literal('translation_failed'), segment_id: z.int().positive() }),
  z.object({
    reason: z.literal('translation_not_supported'),
    segment_id: z.int().positive(),
    source_language: z.string(),
    target_language: z.string(),
  }),
]);
export type Warning = z.infer<typeof Warning>;

/** A key that is equal for two warnings if the second one says nothing new. */
export const warningKey = (
  { connection }: Pick<RealtimeSession, 'connection'>,
  { reason }: Pick<Warning, 'reason'>,
): string => (reason === 'expiring' ? `${reason}/${connection}` : reason);

const numbered = { id: z.int().positive(), at: z.iso.datetime() };

/** An event that is stored before it is sent, and sent again after a reconnect. Ids count from 1 without gaps. */
export const SessionEvent = z.discriminatedUnion('type', [
  z.object({
    ...numbered,
    type: z.literal('transcript.final'),
    /** Counted from 1. */
    segmentId: z.int().positive(),
    segment: Segment,
    endReason: SegmentEnd,
  }),
  z.object({
    ...numbered,
    type: z.literal('translation.final'),
    segmentId: z.int().positive(),
    text: z.string(),
    language: z.string(),
  }),
  z.object({ ...numbered, type: z.literal('session.warning'), warning: Warning }),
  z.object({
    ...numbered,
    type: z.literal('session.finished'),
    reason: EndReason,
    audioMs: ms,
    billedMicroUsd: z.int(),
    segments: z.int(),
  }),
]);
export type SessionEvent = z.infer<typeof SessionEvent>;
export type FinalEvent = Extract<SessionEvent, { readonly type: 'transcript.final' }>;
export type TranslationEvent = Extract<SessionEvent, { readonly type: 'translation.final' }>;
type WarningEvent = Extract<SessionEvent, { readonly type: 'session.warning' }>;

/** The event that follows a final text in a session with translation, without its place among the events. */
export type Translated = Omit<TranslationEvent, 'id' | 'at'> | Omit<WarningEvent, 'id' | 'at'>;
