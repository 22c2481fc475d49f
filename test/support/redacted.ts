import { redaction, type RedactionKind, redactionKinds } from '#lib/speech/text/redaction/redact.ts';
import { rewriteTexts } from '#lib/speech/text/rewrite.ts';

/** Consecutive segments after redaction. */
export const redactAll = (
  texts: readonly string[],
  kinds: readonly RedactionKind[] = redactionKinds,
  language = 'en',
): string[] =>
  rewriteTexts(
    texts.map((text) => ({ text, language })),
    redaction(kinds),
  );

/** One text after redaction. */
export const redact = (text: string, kinds?: readonly RedactionKind[], language?: string): string =>
  redactAll([text], kinds, language)[0] ?? '';
