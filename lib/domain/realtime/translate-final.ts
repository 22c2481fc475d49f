import { formatTranslations } from '#lib/domain/transcriptions/format-segments.ts';
import { translateSegment } from '#lib/domain/transcriptions/translate-segments.ts';
import { translationTarget } from '#lib/domain/transcriptions/translatable.ts';
import type { SpeechRequest, Translation } from '#lib/domain/transcriptions/transcription.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import type { TextTranslator } from '#lib/speech/translation/translator.ts';
import type { FinalEvent, Translated, Warning } from './events.ts';
import { translateMs } from './timing.ts';

type Asked = {
  readonly translation: Translation;
  /** The language to assume for a final text that has none. */
  readonly likely: string | undefined;
  readonly formatting: SpeechRequest['formatting'];
  readonly signal: AbortSignal;
};

/** A segment that was cut at its maximum length may end in the middle of a sentence. */
const written = (
  { segment, endReason }: FinalEvent,
  { text, language }: { readonly text: string; readonly language: string },
  formatting: Asked['formatting'],
): string => {
  if (endReason === 'length') return text;
  const [formatted = text] = formatTranslations(
    [segment],
    { texts: [text], languages: [language] },
    { formatting, redact: [] },
  );
  return formatted;
};

const warningOf = (
  { segmentId: segment_id, segment }: FinalEvent,
  { translation, likely }: Asked,
  error: unknown,
): Warning => {
  const from = segment.language ?? likely;
  if (from === undefined || !(error instanceof JobFailure) || error.type !== 'translation_not_supported')
    return { reason: 'translation_failed', segment_id };
  const target_language = translationTarget(translation, from);
  return { reason: error.type, segment_id, source_language: from, target_language };
};

/** The event with the translation of a final text, or the warning that there is none. Never rejects. */
export const translateFinal = async (
  translator: TextTranslator,
  final: FinalEvent,
  asked: Asked,
): Promise<Translated> => {
  const { segmentId, segment } = final;
  try {
    const translated = await translateSegment(translator, segment, {
      ...asked,
      signal: AbortSignal.any([asked.signal, AbortSignal.timeout(translateMs)]),
    });
    const text = written(final, translated, asked.formatting);
    return { type: 'translation.final', segmentId, text, language: translated.language };
  } catch (error) {
    // Languages that nobody translates are no failure, and what a runner leaves undone is begun again.
    const is_foreign = error instanceof JobFailure || asked.signal.aborted;
    log.error('realtime.translation_failed', error, { segment_id: segmentId, is_foreign });
    return { type: 'session.warning', warning: warningOf(final, asked, error) };
  }
};
