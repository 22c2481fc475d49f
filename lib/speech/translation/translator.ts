import type { LanguagePairs } from './language-pairs.ts';

/** `from` and `to` are BCP-47 tags of a supported pair. */
export type TranslateOptions = { readonly from: string; readonly to: string; readonly signal: AbortSignal };

/**
 * Translates text. Throws `TranslatorFault` for a temporary failure, `JobFailure` for a permanent one. Neither
 * contains the customer's text.
 */
export interface TextTranslator extends LanguagePairs {
  /** Maximum bytes of UTF-8 per call, counting a line break after each text. */
  readonly maxBytes: number;
  /** Texts are single lines that contain letters. Returns one translation per text, in order. */
  readonly translate: (texts: readonly string[], options: TranslateOptions) => Promise<readonly string[]>;
}

/** A temporary failure of a translator. `message` is logged, so it must not contain the customer's text. */
export class TranslatorFault extends Error {
  override readonly name = 'TranslatorFault';
}
