import * as z from 'zod';
import { errorTypes, streamErrorTypes } from '#lib/platform/errors.ts';
import { ErrorDetails } from '#lib/platform/http/error-object.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { SegmentEnd, Warning } from './events.ts';
import { EndReason } from './session.ts';

/** The WebSocket subprotocol, whose name is the version. */
export const subprotocol = 'earshot.v1';

/** The most audio in a message. In base64 it fits the 32 KB of a frame of API Gateway. */
export const maxMessageBytes = 24_000;
const maxBase64Length = (maxMessageBytes / 3) * 4;

// Nearly three times the bytes of five hours of 48 kHz stereo.
const maxOffset = 10 ** 10;

const offset = z.int().nonnegative().max(maxOffset).optional();
const audioOffset = offset.meta({
  description:
    'The position of the first byte in the stream of audio bytes. A client that never reconnects, and waits for each message to be sent, may omit it in all of them.',
});
const markOffset = offset.meta({
  description:
    'A position in the stream of audio bytes. Without it, the end of all audio that is stored when this arrives, which may be before your last message of audio.',
});

const AudioMessage = z
  .strictObject({
    type: z.literal('audio'),
    offset: audioOffset,
    /** The length is checked before the characters, because it costs less. */
    data: z
      .string()
      .min(4)
      .max(maxBase64Length)
      .refine((text) => text.length % 4 === 0 && /^[0-9A-Za-z+/]+={0,2}$/.test(text), {
        message: 'Send the bytes in base64, with padding.',
      })
      .meta({ contentEncoding: 'base64', description: `At most ${maxMessageBytes} bytes before base64.` }),
  })
  .meta({ id: 'AudioMessage', description: 'The next bytes of audio, 100 to 250 ms as a rule.' });

const FinalizeMessage = z
  .strictObject({ type: z.literal('finalize'), offset: markOffset })
  .meta({ id: 'FinalizeMessage', description: 'Ends the segment at this position now.' });

const FinishMessage = z.strictObject({ type: z.literal('finish'), offset: markOffset }).meta({
  id: 'FinishMessage',
  description:
    'There is no more audio. All audio before this position is recognized, then the session ends. If the text is already final beyond this position, the session ends at once.',
});

const PingMessage = z
  .strictObject({ type: z.literal('ping') })
  .meta({ id: 'PingMessage', description: 'Keeps a session without audio alive.' });

const HelloMessage = z.strictObject({ type: z.literal('hello'), sdk: z.string().max(100).optional() }).meta({
  id: 'HelloMessage',
  description: 'Optional; the answer says at once if the session cannot be used.',
});

const messages = [AudioMessage, FinalizeMessage, FinishMessage, PingMessage, HelloMessage] as const;
const types = messages.map(({ shape }) => shape.type.value).join(', ');

/** A message of a client. */
export const ClientMessage = z.discriminatedUnion('type', messages, {
  error: ({ code }) => (code === 'invalid_union' ? `Send one of ${types}.` : undefined),
});
export type ClientMessage = z.infer<typeof ClientMessage>;

const ms = z.int().nonnegative();
const position = z.int().nonnegative().meta({ description: 'A position in the stream of audio bytes.' });

const event = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.object({
    type: z.literal(type),
    session_id: z.string().regex(idPattern('rts')),
    at: z.iso.datetime(),
    ...fields,
  });

const durable = {
  id: z.int().positive().meta({ description: '1, 2, 3 … without gaps. Sent again after a reconnect.' }),
};

const through = position.meta({ description: 'Every byte before it is stored.' });

const Audio = z.object({
  format: z.enum(['pcm_s16le', 'webm_opus']),
  sample_rate_hz: z.int().nullable(),
  channels: z.int().nullable(),
});

const StartedEvent = event('session.started', {
  connection: z.int().positive(),
  next_offset: position.meta({ description: 'Send the audio from here.' }),
  last_event_id: z.int().nonnegative(),
  resume: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
  audio: Audio,
  limits: z.object({ max_message_bytes: z.int(), ack_every_ms: ms, max_lead_ms: ms }),
}).meta({ id: 'SessionStarted', description: 'The connection is ready.' });

const AckEvent = event('audio.ack', {
  through,
  received_ms: ms,
  processed_ms: ms,
}).meta({
  id: 'AudioAck',
  description:
    'Sent at most every two seconds. While texts are sent, which acknowledge audio as well, it is sent at least every ten seconds.',
});

const ResendEvent = event('audio.resend', { from: position, to: position }).meta({
  id: 'AudioResend',
  description: 'These bytes have not arrived. Send them again.',
});

const speech = { at_ms: ms };
const SpeechStartedEvent = event('speech.started', speech).meta({
  id: 'SpeechStarted',
  description:
    'A voice is heard. Sent again for the same speech, perhaps with an earlier time, when another process takes over the session.',
});
const SpeechEndedEvent = event('speech.ended', speech).meta({ id: 'SpeechEnded' });

const segment = {
  id: z.int().positive(),
  start_ms: ms,
  text: z.string(),
  language: z.string().nullable(),
};

const PartialEvent = event('transcript.partial', {
  through,
  segment: z.object({
    ...segment,
    stable_chars: z.int().nonnegative().meta({ description: 'The part of the text that hardly changes.' }),
    revision: z
      .int()
      .nonnegative()
      .meta({ description: 'Ignore a partial text whose revision is lower than one that you have.' }),
  }),
}).meta({ id: 'TranscriptPartial', description: 'Replaces the last text of this segment.' });

const Word = z.object({ text: z.string(), start_ms: ms, end_ms: ms, confidence: z.number() });

const FinalEvent = event('transcript.final', {
  ...durable,
  segment: z.object({
    ...segment,
    end_ms: ms,
    end_reason: SegmentEnd,
    words: z.array(Word).optional(),
  }),
}).meta({ id: 'TranscriptFinal', description: 'Never changes.' });

const TranslationEvent = event('translation.final', {
  ...durable,
  segment_id: z.int().positive(),
  text: z.string(),
  language: z.string(),
}).meta({
  id: 'TranslationFinal',
  description:
    'The translation of a final text. It follows that text. If there is no translation, a warning comes instead.',
});

const WarningEvent = event('session.warning', { ...durable, warning: Warning }).meta({
  id: 'SessionWarning',
});

const FinishedEvent = event('session.finished', {
  ...durable,
  reason: EndReason,
  audio_ms: ms,
  segments: z.int().nonnegative(),
  transcription_id: z.string().regex(idPattern('ofq')),
  billing: z.object({ billed_ms: ms, unit_price_usd_per_minute: z.string(), amount_usd: z.string() }),
}).meta({ id: 'SessionFinished', description: 'The last event. The connection is closed.' });

const ErrorEvent = event('error', {
  error: z.object({
    type: z.enum([...streamErrorTypes, ...errorTypes]),
    message: z.string(),
    request_id: z.string(),
    details: ErrorDetails,
    retryable: z.boolean(),
  }),
  fatal: z.boolean().meta({
    description:
      'Whether the connection is closed. After `unsupported_audio_format` it is closed only after `session.finished`.',
  }),
}).meta({ id: 'StreamError' });

const PongEvent = event('pong', {}).meta({ id: 'Pong' });

/** An event that is stored, and sent again after a reconnect. */
export const DurableEvent = z
  .discriminatedUnion('type', [FinalEvent, TranslationEvent, WarningEvent, FinishedEvent])
  .meta({ id: 'DurableEvent' });
export type DurableEvent = z.infer<typeof DurableEvent>;

/** An event of the server. New types and fields may be added at any time. */
export const ServerEvent = z.discriminatedUnion('type', [
  StartedEvent,
  AckEvent,
  ResendEvent,
  SpeechStartedEvent,
  SpeechEndedEvent,
  PartialEvent,
  FinalEvent,
  TranslationEvent,
  WarningEvent,
  FinishedEvent,
  ErrorEvent,
  PongEvent,
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** The message that API Gateway itself sends if no function could handle a message. */
export const GatewayError = z
  .object({ message: z.string(), connectionId: z.string(), requestId: z.string() })
  .meta({
    id: 'GatewayError',
    description:
      'The only message without a `type`. One of the client’s messages was not stored: send each `finalize` and `finish` again after two seconds. Audio that is missing is requested.',
  });
