import { toFloats } from '#lib/speech/audio/pcm.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import { modelOf, modelsFor } from '#lib/speech/engines/choose-models.ts';
import type { LoadedModel } from '#lib/speech/engines/load-models.ts';
import type { ChunkOptions } from '#lib/speech/engines/recognize-heard.ts';
import type { LiveFinal, LivePartial } from './live-transcriber.ts';
import { agreedLength } from './agreed-length.ts';

/** A draft of less new audio is not worth its processor time. */
const minNewMs = 200;
/** Words on which two drafts agree that are this far apart rarely change: 1 % of them. At 200 ms 4 % do. */
const agreementMs = 400;

type Draft = { readonly endMs: number; readonly text: string; readonly stableChars: number };

/** Speech that has not ended. `pcm` has a pad before its start. */
type OpenSpeech = TimeSpan & { readonly pcm: Int16Array };

/** Guesses at the text of a segment while it is spoken, by LocalAgreement (Liu et al. 2020). */
export class DraftWriter {
  readonly #models: readonly LoadedModel[];
  readonly #options: ChunkOptions;
  #language: string | undefined;
  #startMs: number | undefined;
  #drafts: Draft[] = [];

  constructor(models: readonly LoadedModel[], options: ChunkOptions) {
    this.#models = modelsFor(models, options);
    this.#options = { ...options, words: false, isDraft: true };
  }

  /** Undefined if there is little new since the last draft. */
  async write({ startMs, endMs, pcm }: OpenSpeech): Promise<LivePartial | undefined> {
    if (this.#startMs !== startMs) this.#drafts = [];
    this.#startMs = startMs;
    if (endMs - (this.#drafts.at(-1)?.endMs ?? startMs) < minNewMs) return undefined;
    // The last segment's language is the likeliest.
    const language = this.#language;
    const one = (language !== undefined && modelOf(this.#models, language)) || this.#models[0];
    if (!one) return undefined;
    const { text, language: found } = await one.engine.recognize(toFloats(pcm), this.#options);
    const older = this.#drafts.findLast((draft) => draft.endMs <= endMs - agreementMs);
    const draft = { endMs, text, stableChars: agreedLength(text, older?.text ?? '') };
    const last = this.#drafts.at(-1);
    this.#drafts.push(draft);
    const isSame = text === (last?.text ?? '') && draft.stableChars === (last?.stableChars ?? 0);
    return isSame ? undefined : { startMs, text, stableChars: draft.stableChars, language: found };
  }

  /** The segment is decided. */
  close(final: LiveFinal | undefined): void {
    this.#drafts = [];
    this.#startMs = undefined;
    this.#language = final?.language ?? this.#language;
  }
}
