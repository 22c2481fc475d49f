import { setTimeout as delay } from 'node:timers/promises';
import { toMs } from '#lib/speech/audio/pcm.ts';
import { RealtimeConnection, type RealtimeEvent } from '../../sdk/typescript/realtime.ts';
import type { Service } from '../../test/support/local-service.ts';
import { speech } from '../../test/support/speaker.ts';

/** The events for a recording. Times are in ms since its first sample was spoken. */
export type Heard = {
  /** The time of its first spoken sample, by the clock of `performance`. */
  readonly startedAt: number;
  readonly received: readonly { readonly atMs: number; readonly event: RealtimeEvent }[];
  /** The times at which the customer requested a final text. */
  readonly finalizedAtMs: readonly number[];
};

const usualPartMs = 100;

/** The bytes of a recording, and the audio format of its session. */
export type Recording = {
  readonly audio: object;
  readonly bytes: Uint8Array;
  readonly ms: number;
};

export const pcmRecording = (pcm: Int16Array): Recording => ({
  audio: speech,
  bytes: new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
  ms: toMs(pcm.length),
});

type Speech = {
  /** The silence that ends a segment. Null if only `finalizeAtMs` ends segments. */
  readonly silenceMs: number | null;
  /** The times of the recording after which the customer requests a final text. */
  readonly finalizeAtMs?: readonly number[];
  /** The length of audio in a message. */
  readonly partMs?: number;
};

/**
 * Speaks a recording into a new session at its own pace. Sends each part when it is complete. Returns when the session has
 * ended.
 */
export const speakAtPace = async (
  service: Service,
  { audio, bytes, ms }: Recording,
  { silenceMs, finalizeAtMs = [], partMs = usualPartMs }: Speech,
): Promise<Heard> => {
  const body = { audio, endpointing: { silence_ms: silenceMs } };
  const created = await service.call('POST', '/v1/realtime/sessions', { body });
  if (created.status !== 201) throw new Error(`The session was answered ${created.status}.`);
  const { websocket_url: url, client_secret: secret } = created.body;
  const received: Heard['received'][number][] = [];
  const finalizedAtMs: number[] = [];
  const ready = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  let startedAt = performance.now();
  const connection = new RealtimeConnection({
    url,
    clientSecret: secret.value,
    onEvent: (event) => received.push({ atMs: performance.now() - startedAt, event }),
    onState: (state) => {
      if (state === 'live') ready.resolve();
      if (state === 'closed') over.resolve();
    },
  });
  await ready.promise;
  startedAt = performance.now();
  const waiting = [...finalizeAtMs];
  // Samples of PCM have two bytes.
  const byteAt = (atMs: number): number => 2 * Math.floor((atMs / ms) * (bytes.length / 2));
  for (let sentMs = 0; sentMs < ms; sentMs += partMs) {
    const endMs = Math.min(ms, sentMs + partMs);
    await delay(Math.max(0, startedAt + endMs - performance.now()));
    connection.send(bytes.subarray(byteAt(sentMs), endMs < ms ? byteAt(endMs) : bytes.length));
    if ((waiting[0] ?? Infinity) > endMs) continue;
    waiting.shift();
    finalizedAtMs.push(performance.now() - startedAt);
    connection.finalize();
  }
  connection.finish();
  await over.promise;
  return { startedAt, received, finalizedAtMs };
};
