import type { NewRealtimeSession } from '../api/types.ts';
import { meterLevel } from '../parts/meter-level.ts';
import pcmWorklet from './pcm-worklet.ts?worker&url';
import { recordWebm } from './webm-recorder.ts';

/**
 * The open microphone. It sends one channel of PCM16, little-endian like the processor of every device with a browser,
 * or WebM with Opus.
 */
export type Microphone = {
  /** The format that it sends, as a session needs it. */
  readonly audio: NewRealtimeSession['audio'];
  /** The loudness of the last 100 ms, 0 to 1. */
  readonly level: () => number;
  /** The length of the recorded audio. */
  readonly heardMs: () => number;
  /** Resolves when the last audio has been passed on. */
  readonly close: () => Promise<void>;
};
export type LiveFormat = Microphone['audio']['format'];

/** Sample rates that a session accepts: one that is enough for speech, and those of devices. */
const rates = [16_000, 44_100, 48_000] as const;

/** The time that the worklet has for its last samples. */
const maxFlushMs = 500;

/** Firefox plays and records only at the rate of the device. */
const contextFor = (stream: MediaStream): AudioContext => {
  const context = new AudioContext({ sampleRate: rates[0] });
  try {
    context.createMediaStreamSource(stream);
    return context;
  } catch {
    void context.close();
    return new AudioContext();
  }
};

const levelOf = (samples: Int16Array): number =>
  meterLevel(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);

type Listeners = {
  readonly onAudio: (bytes: Uint8Array) => void;
  /** The microphone was unplugged, or its permission withdrawn. */
  readonly onGone: () => void;
};

/** Requests the microphone. Rejects with a DOMException if there is none or access is denied. */
export const openMicrophone = async (format: LiveFormat, listeners: Listeners): Promise<Microphone> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const context = contextFor(stream);
  const release = async (): Promise<void> => {
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  };
  try {
    return await hear({ stream, context, release }, format, listeners);
  } catch (error) {
    await release();
    throw error;
  }
};

type Opened = {
  readonly stream: MediaStream;
  readonly context: AudioContext;
  readonly release: () => Promise<void>;
};

const hear = async (
  { stream, context, release }: Opened,
  format: LiveFormat,
  { onAudio, onGone }: Listeners,
): Promise<Microphone> => {
  const sampleRateHz = rates.find((rate) => rate === context.sampleRate);
  if (sampleRateHz === undefined) throw new Error(`The device records at ${context.sampleRate} Hz.`);
  await context.audioWorklet.addModule(pcmWorklet);
  const worklet = new AudioWorkletNode(context, 'pcm-16', { numberOfOutputs: 0 });
  let level = 0;
  let samples = 0;
  const flushed = Promise.withResolvers<void>();
  worklet.port.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | null>) => {
    if (!data) return flushed.resolve();
    level = levelOf(new Int16Array(data));
    samples += data.byteLength / 2;
    if (format === 'pcm_s16le') onAudio(new Uint8Array(data));
  });
  worklet.port.start();
  context.createMediaStreamSource(stream).connect(worklet);
  for (const track of stream.getTracks()) track.addEventListener('ended', onGone);
  const recorder = format === 'webm_opus' ? recordWebm(stream, onAudio) : undefined;
  const close = async (): Promise<void> => {
    await recorder?.stop();
    // A suspended context, for example during a call on a phone, does not answer.
    setTimeout(flushed.resolve, maxFlushMs);
    worklet.port.postMessage('flush', []);
    await flushed.promise;
    await release();
  };
  let closed: Promise<void> | undefined;
  return {
    audio: format === 'webm_opus' ? { format } : { format, sample_rate_hz: sampleRateHz, channels: 1 },
    level: () => level,
    heardMs: () => (1_000 * samples) / sampleRateHz,
    close: () => (closed ??= close()),
  };
};
