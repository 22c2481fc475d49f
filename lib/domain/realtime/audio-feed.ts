import { openInput } from '#lib/speech/live/open-input.ts';
import { livePrerollMs } from '#lib/speech/live/open-transcriber.ts';
import type { LiveDecision, LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import { frameReader } from './frame-reader.ts';
import { type Decided, decidedByte } from './marks.ts';
import { maxMessageBytes } from './protocol.ts';
import type { Input, Mark, Unread } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

/** A place in the stream at which the transcriber must decide everything before it. */
export type Stop = {
  readonly offset: number;
  readonly kind: Mark['kind'] | 'max_session' | 'unsupported_audio_format';
};

/** The time from which the next transcriber hears a session that is decided up to `committedMs`. */
const startMsOf = (committedMs: number): number => Math.max(0, committedMs - livePrerollMs);

const noBytes = new Uint8Array();

/** Feeds a transcriber with the audio of a session, beginning at what is decided. At marks of the client it stops. */
export const openAudioFeed = (session: RealtimeSession, transcriber: LiveTranscriber) => {
  const { audio, maxSessionMs } = session.options;
  const range = { startMs: startMsOf(session.committedMs), endMs: maxSessionMs };
  const input = openInput(audio, range, session.webm);
  const start = input.startByte;
  const reader = frameReader(start);
  // An earlier runner has read up to this byte. Bytes before it that no frame from `start` on contains are silence that
  // was stored earlier: its frame may be long and begin before `start`.
  reader.add([{ offset: -1, endOffset: session.readThrough, data: null }]);
  const applied = new Set<string>();
  let marks: readonly Mark[] = [];
  let beforeMark: number | undefined;

  const idOf = ({ kind, offset }: Stop): string => `${kind}/${offset}`;
  /** The stops at which the stream itself ends, as far as they are known. */
  const ends = (): Stop[] => [
    { kind: 'max_session', offset: input.endByte },
    { kind: 'unsupported_audio_format', offset: input.isUnsupported ? start : Infinity },
  ];
  const nextStop = (): Stop =>
    [...ends(), ...marks.filter((mark) => !applied.has(idOf(mark)))].reduce((next, stop) =>
      stop.offset < next.offset ? stop : next,
    );

  return {
    get through() {
      return reader.through;
    },
    get throughMs() {
      return input.msAt(reader.through);
    },
    get heardMs() {
      return input.heardMs;
    },
    get isSpeech() {
      return transcriber.isSpeech;
    },
    /** The place from which further input is read. A mark before what is decided has no effect any more. */
    from: (decided: Decided): Unread => ({
      afterFrame: Math.max(start - maxMessageBytes, reader.lastOffset),
      fromMark: decidedByte(decided),
      beforeMark,
    }),
    /** The first bytes that have not arrived, although the client has sent something that comes after them. */
    get gap(): { readonly offset: number; readonly endOffset: number } | undefined {
      const later = [reader.beyond, ...marks.map(({ offset }) => offset)].filter(
        (offset) => offset !== undefined && offset > reader.through,
      );
      const endOffset = Math.min(...later.map((offset) => offset ?? Infinity));
      return endOffset === Infinity ? undefined : { offset: reader.through, endOffset };
    },
    /** Whether there is audio before the next stop. */
    get isReady() {
      return input.hasMore || reader.cursor < Math.min(reader.through, nextStop().offset);
    },
    /** The stop that has been reached, if any. */
    get reached(): Stop | undefined {
      const stop = nextStop();
      return !input.hasMore && stop.offset <= reader.cursor ? stop : undefined;
    },
    /** Adds input; returns whether some of it was new. */
    add: ({ frames, marks: found, nextMark: next }: Input): boolean => {
      // After the last page the first is read again, because marks may arrive in any order.
      beforeMark = next ?? undefined;
      const known = new Set(marks.map(idOf));
      const added = found.filter((mark) => !known.has(idOf(mark)));
      marks = [...marks, ...added];
      return reader.add(frames) || added.length > 0;
    },
    /** Hears the next second of audio, or less. */
    hear: async (): Promise<readonly LiveDecision[]> => {
      const bytes = input.hasMore ? noBytes : reader.take(nextStop().offset, input.sliceBytes);
      return transcriber.hear(await input.decode(bytes));
    },
    /** Decides what was heard so far. The last 67 ms of two channels wait for the rest of their block. */
    flush: (): Promise<readonly LiveDecision[]> => transcriber.flush('finalize'),
    /** Decides everything. Nothing may be heard after it. */
    finish: async (): Promise<readonly LiveDecision[]> => [
      ...(await transcriber.hear(input.end())),
      ...(await transcriber.flush('finish')),
    ],
    apply: (stop: Stop): void => void applied.add(idOf(stop)),
    partial: () => transcriber.partial(),
    msAt: (byte: number) => input.msAt(byte),
    /** The place in the stream before which everything up to `decidedMs` is decided. */
    progressAt: (decidedMs: number) => input.progressAt(decidedMs, startMsOf(decidedMs)),
  };
};
