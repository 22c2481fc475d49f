import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { RealtimeConnection, type RealtimeEvent } from '../../sdk/typescript/realtime.ts';
import { sample } from './local-service.ts';
import { until } from './until.ts';

/** 100 ms of samples. */
const pcmPartBytes = 3_200;
/** Ten times the pace of speech. A session accepts thirty seconds in advance. */
const fastPace = 10;
/** A busy machine takes long to greet a client. */
const patience = { maxMs: 300_000, everyMs: 50 };
/** Longer than any silence of the service while it receives audio. */
const quietMs = 8_000;

export const speech = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 } as const;

/** The first sentences of the sample as 16 kHz mono. */
export const spokenSample = (seconds: number): Buffer =>
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-i', sample, '-t', String(seconds)],
      ...['-f', 's16le', '-ac', '1', '-ar', String(speech.sample_rate_hz), '-'],
    ],
    { maxBuffer: 2 ** 24 },
  );

/** The ffmpeg arguments for audio like MediaRecorder's: clusters without sizes, packets of 60 ms. */
export const mediaRecorderArgs = (kbitPerSecond = 48): string[] => [
  ...['-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', `${kbitPerSecond}k`, '-frame_duration', '60'],
  ...['-f', 'webm', '-live', '1', '-cluster_time_limit', '5000', '-'],
];

/** The first sentences of the sample, encoded like MediaRecorder's audio. */
export const spokenWebm = (seconds: number): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', sample, '-t', String(seconds), ...mediaRecorderArgs()]);

type Created = { readonly websocket_url: string; readonly client_secret: { readonly value: string } };
export type Speaking = {
  /** The pace as a multiple of the pace of speech. */
  readonly pace?: number;
  /** The bytes of one message. The default is 100 ms. */
  readonly partBytes?: number;
  /**
   * The indexes of the parts after which the connection breaks. Before a break, the speaker waits for the greeting without a
   * time limit.
   */
  readonly breaksAfter?: readonly number[];
  /** Called after each part. */
  readonly onPart?: (connection: RealtimeConnection, part: number) => Promise<void> | void;
  /** Called with each event when it arrives. */
  readonly onEvent?: (event: RealtimeEvent) => void;
  /** Whether the client disconnects for good without waiting for the end. */
  readonly leaves?: boolean;
};

/**
 * Speaks into a session until the session ends, like a user of the SDK. Returns the events, and checks each one against the
 * document.
 */
export const speak = async (
  session: Created,
  audio: Buffer,
  { breaksAfter = [], onPart, onEvent, pace = fastPace, partBytes = pcmPartBytes, leaves }: Speaking = {},
): Promise<RealtimeEvent[]> => {
  const events: RealtimeEvent[] = [];
  let toldAt = Infinity;
  const over = Promise.withResolvers<void>();
  const connection = new RealtimeConnection({
    url: session.websocket_url,
    clientSecret: session.client_secret.value,
    onEvent: (event) => {
      events.push(ServerEvent.parse(event));
      toldAt = Date.now();
      onEvent?.(event);
    },
    onState: (state) => {
      if (state !== 'closed') return;
      toldAt = Math.min(toldAt, Date.now());
      over.resolve();
    },
  });
  for (let at = 0; at < audio.length; at += partBytes) {
    const part = at / partBytes;
    connection.send(audio.subarray(at, at + partBytes));
    const breaksBefore = breaksAfter.indexOf(part);
    if (breaksBefore >= 0) {
      const isGreeted = () => events.filter(({ type }) => type === 'session.started').length > breaksBefore;
      await until('a greeting', async () => isGreeted() || undefined, patience);
      connection.interrupt();
    }
    await onPart?.(connection, part);
    await delay(100 / pace);
  }
  connection.finish();
  // As long as events arrive, the service may ask for audio again. It does not acknowledge all audio in the end.
  if (leaves) {
    while (Date.now() < toldAt + quietMs) await delay(500);
    connection.close();
  }
  await over.promise;
  return events;
};

export const finalsOf = (events: readonly RealtimeEvent[]) =>
  events.flatMap((event) => (event.type === 'transcript.final' ? [event.segment] : []));

export const textOf = (events: readonly RealtimeEvent[]): string =>
  finalsOf(events)
    .map(({ text }) => text)
    .join(' ');
