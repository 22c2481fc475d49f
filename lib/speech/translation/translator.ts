import type { LanguagePairs } from './language-pairs.ts';

/** `from` and `to` are BCP-47 tags that the translator offers. Texts are single lines, with letters in them. */
export type TranslateOptions = { readonly from: string; readonly to: string; readonly signal: AbortSignal };

/**
 * Turns text into text of another language. Throws `TranslatorFault` for what may pass, `JobFailure` for what stays, and
 * tells no text in either.
 */
export interface TextTranslator extends LanguagePairs {
  /** So many bytes of UTF-8 it takes in one call, a line break after each text included. */
  readonly maxBytes: number;
  /** As many translations as texts, in their order. */
  readonly translate: (texts: readonly string[], ask: TranslateOptions) => Promise<readonly string[]>;
}

/** A translator that could not do its work for now. `message` is for the log, so it holds no text. */
export class TranslatorFault extends Error {
  override readonly name = 'TranslatorFault';
}
