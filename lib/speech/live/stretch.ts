import { onlineLevel } from '#lib/speech/audio/level.ts';
import { frameSamples, toSamples } from '#lib/speech/audio/pcm.ts';
import type { VoiceActivity, VoiceListener } from '#lib/speech/audio/voice-activity.ts';
import type { AudioTail } from './audio-tail.ts';
import { type Endpoint, Endpointer } from './endpointer.ts';

/**
 * 1.5 s of audio, on which voice activity detection and the level warm up. The rest of the preroll is for the memory of
 * `pcmInput`.
 */
const warmUpFrames = 46;

/** Audio from one decision to the next. Each stretch begins with new state, so that it depends on nothing before its warm-up. */
export class Stretch {
  readonly startMs: number;
  readonly endpoints: Endpointer;
  readonly #start: number;
  readonly #level = onlineLevel();
  readonly #voice: VoiceListener;
  #next: number;

  constructor(
    voiceActivity: Pick<VoiceActivity, 'listen'>,
    { startMs, silenceMs }: { readonly startMs: number; readonly silenceMs: number | null },
  ) {
    this.startMs = startMs;
    this.endpoints = new Endpointer({ silenceMs });
    this.#start = toSamples(startMs);
    this.#voice = voiceActivity.listen();
    this.#next = this.#start - frameSamples * Math.min(warmUpFrames, Math.floor(this.#start / frameSamples));
  }

  /** Listens to the complete frames, up to an endpoint. */
  async listen(audio: AudioTail): Promise<Endpoint | undefined> {
    if (audio.end < this.#start) return undefined;
    if (this.#next < this.#start) await this.#warmUp(audio);
    while (this.#next + frameSamples <= audio.end) {
      const endpoint = await this.#hear(audio);
      if (endpoint) return endpoint;
    }
    return undefined;
  }

  /** Listens to the last frame, which is not complete. Call `listen` before it. */
  async listenToRest(audio: AudioTail): Promise<void> {
    if (this.#next < audio.end) await this.#hear(audio);
  }

  #nextFrame(audio: AudioTail): Float32Array {
    const frame = audio.slice(this.#next, this.#next + frameSamples);
    this.#next += frameSamples;
    return this.#level(frame);
  }

  async #warmUp(audio: AudioTail): Promise<void> {
    const frames: Float32Array[] = [];
    while (this.#next < this.#start) frames.push(Float32Array.from(this.#nextFrame(audio)));
    await this.#voice.hear(frames);
  }

  async #hear(audio: AudioTail): Promise<Endpoint | undefined> {
    const [probability = 0] = await this.#voice.hear([this.#nextFrame(audio)]);
    return this.endpoints.add(probability);
  }
}
