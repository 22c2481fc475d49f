import { toFloats } from '#lib/speech/audio/pcm.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import { modelsFor, modelsOf } from '#lib/speech/engines/choose-models.ts';
import type { LoadedModel } from '#lib/speech/engines/load-models.ts';
import { cutEcho } from '#lib/speech/engines/loops.ts';
import type { ChunkOptions } from '#lib/speech/engines/recognize-heard.ts';
import { agreedLength } from './agreed-length.ts';
import type { LivePartial } from './live-transcriber.ts';

/**
 * A draft with less new audio than this is not worth its processor time. The first drafts are of short audio, which
 * costs little.
 */
const minNewMs = { first: 100, later: 200 } as const;
/** If all drafts within this time agree on a word, the word rarely changes. */
const agreementMs = 400;
/** The number of drafts that are held back because they contradict stable words: the first ones are usually wrong themselves. */
const maxHeld = 2;

type Draft = { readonly endMs: number; readonly text: string };

/** Speech that has not ended. `pcm` has a pad before the start. The language is most likely that of the speech before. */
type OpenSpeech = TimeSpan & { readonly pcm: Int16Array; readonly languageBefore: string | null };

/**
 * Removes the unfinished last word and the repetitions of a text that reached the token limit. Undefined if it repeats
 * nothing.
 */
const firstRound = (text: string): string | undefined => {
  const whole = text.replace(/[^\p{L}\p{M}\p{N}]*[\p{L}\p{M}\p{N}'’]*$/u, '');
  const round = cutEcho(whole);
  return round === whole ? undefined : round;
};

/** Guesses the text of a segment while it is spoken, and reports which words are stable (LocalAgreement, Liu et al. 2020). */
export class DraftWriter {
  readonly #models: readonly LoadedModel[];
  readonly #options: ChunkOptions;
  #heardMs = 0;
  #drafts: readonly Draft[] = [];
  #held: readonly Draft[] = [];
  #last: LivePartial | undefined;
  #tokens: readonly number[] | undefined;

  constructor(models: readonly LoadedModel[], options: ChunkOptions) {
    this.#models = models;
    this.#options = { ...options, words: false, isDraft: true };
  }

  /** Recognizes the speech so far. Undefined if there is little new audio, or if the draft has no new text. */
  async write({ startMs, endMs, pcm, languageBefore }: OpenSpeech): Promise<LivePartial | undefined> {
    const newMs = endMs - Math.max(startMs, this.#heardMs);
    if (newMs < (this.#last ? minNewMs.later : minNewMs.first)) return undefined;
    this.#heardMs = endMs;
    const models = modelsFor(this.#models, this.#options);
    const own = languageBefore === null ? undefined : modelsOf(models, languageBefore)[0];
    const { engine } = own ?? models[0] ?? {};
    if (!engine) return undefined;
    const options = { ...this.#options, languageBefore };
    const recognition = await engine.recognize(toFloats(pcm), options, this.#tokens);
    const text = recognition.complete ? cutEcho(recognition.text) : firstRound(recognition.text);
    if (recognition.complete) this.#tokens = recognition.tokens;
    if (text === undefined) return undefined;
    const isHeld = this.#holds({ endMs, text });
    return isHeld ? undefined : this.accept({ startMs, text, language: recognition.language }, endMs);
  }

  /** Accepts a text of the speech up to `endMs`. Undefined if it has no new text. */
  accept(
    { startMs, text, language }: Omit<LivePartial, 'stableChars'>,
    endMs: number,
  ): LivePartial | undefined {
    if (text === '') return undefined;
    const draft = { endMs, text };
    if (this.#contradicts(text)) this.#drafts = [...this.#drafts, ...this.#held];
    this.#held = [];
    const partial = { startMs, text, stableChars: this.#stableChars(draft), language };
    this.#drafts = [...this.#drafts, draft];
    const isSame = text === this.#last?.text && partial.stableChars === this.#last.stableChars;
    this.#last = partial;
    return isSame ? undefined : partial;
  }

  /** Forgets the drafts, because the segment is decided. */
  close(): void {
    this.#drafts = [];
    this.#held = [];
    this.#last = undefined;
    this.#tokens = undefined;
  }

  #contradicts(text: string): boolean {
    const stable = this.#last?.text.slice(0, this.#last.stableChars) ?? '';
    return text !== '' && agreedLength(stable, text) < stable.length;
  }

  /** Holds back a draft that contradicts stable words, unless the last `maxHeld` drafts did so too. */
  #holds(draft: Draft): boolean {
    const isHeld = this.#held.length < maxHeld && this.#contradicts(draft.text);
    if (isHeld) this.#held = [...this.#held, draft];
    return isHeld;
  }

  /** The length of the words on which all drafts agree since the newest draft that is `agreementMs` old. */
  #stableChars({ endMs, text }: Draft): number {
    const first = this.#drafts.findLastIndex((draft) => draft.endMs <= endMs - agreementMs);
    if (first === -1) return 0;
    return Math.min(...this.#drafts.slice(first).map((draft) => agreedLength(text, draft.text)));
  }
}
