import { setTimeout as delay } from 'node:timers/promises';
import { RealtimeConnection, type RealtimeEvent } from '../../sdk/typescript/realtime.ts';
import type { Service } from '../../test/support/local-service.ts';

/** What came back of a recording. Times are in ms since its first sample was spoken. */
export type Heard = {
  readonly received: readonly { readonly atMs: number; readonly event: RealtimeEvent }[];
  /** When the customer asked for a final text. */
  readonly finalizedAtMs: readonly number[];
};

const sampleRateHz = 16_000;
const partMs = 100;
const partSamples = (sampleRateHz * partMs) / 1_000;

type Speech = {
  readonly pcm: Int16Array;
  /** Silence that ends a segment; null if only `finalizeAtMs` does. */
  readonly silenceMs: number | null;
  /** After which times of the recording the customer asks for a final text. */
  readonly finalizeAtMs?: readonly number[];
};

/** Speaks a recording into a new session at its pace, each 100 ms when they are over. Returns when the session is over. */
export const speakAtPace = async (
  service: Service,
  { pcm, silenceMs, finalizeAtMs = [] }: Speech,
): Promise<Heard> => {
  const body = {
    audio: { format: 'pcm_s16le', sample_rate_hz: sampleRateHz, channels: 1 },
    endpointing: { silence_ms: silenceMs },
  };
  const created = await service.call('POST', '/v1/realtime/sessions', { body });
  if (created.status !== 201) throw new Error(`The session was answered ${created.status}.`);
  const { websocket_url: url, client_secret: secret } = created.body;
  const received: Heard['received'][number][] = [];
  const finalizedAtMs: number[] = [];
  const [ready, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let startedAt = performance.now();
  const connection = new RealtimeConnection({
    ...{ url, clientSecret: secret.value },
    onEvent: (event) => received.push({ atMs: performance.now() - startedAt, event }),
    onState: (state) => {
      if (state === 'live') ready.resolve();
      if (state === 'closed') over.resolve();
    },
  });
  await ready.promise;
  startedAt = performance.now();
  const waiting = [...finalizeAtMs];
  for (let sent = 0; sent < pcm.length; sent += partSamples) {
    const endMs = (1_000 * Math.min(pcm.length, sent + partSamples)) / sampleRateHz;
    await delay(Math.max(0, startedAt + endMs - performance.now()));
    const { buffer, byteOffset, byteLength } = pcm.subarray(sent, sent + partSamples);
    connection.send(new Uint8Array(buffer, byteOffset, byteLength));
    if ((waiting[0] ?? Infinity) > endMs) continue;
    waiting.shift();
    finalizedAtMs.push(performance.now() - startedAt);
    connection.finalize();
  }
  connection.finish();
  await over.promise;
  return { received, finalizedAtMs };
};
