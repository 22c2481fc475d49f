import { AppError } from '#lib/platform/errors.ts';
import type { TextFile } from '#lib/platform/http/reply.ts';
import type { Result } from '../result.ts';
import type { Transcription } from '../transcription.ts';
import { viewSegment, viewSegmentWords } from '../view.ts';
import { channelCues } from './channel-cues.ts';
import type { TranscriptLanguage } from './language.ts';
import { toText } from './plain-text.ts';
import { toSrt, toVtt } from './subtitle-files.ts';

export const transcriptFormats = ['txt', 'srt', 'vtt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

const mediaTypes: Record<TranscriptFormat, string> = {
  txt: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
};

type Job = Pick<Transcription, 'id' | 'audioMs'>;
type Choice = {
  readonly format: TranscriptFormat;
  readonly language: TranscriptLanguage;
  /** The file name without its extension. By default the id of the job. */
  readonly name?: string | undefined;
};

/** The complete result, in both languages. */
const toJson = ({ id }: Job, result: Result): string =>
  JSON.stringify({
    id,
    transcript: result.transcript,
    translated_text: result.translatedText,
    language_confidence: result.languageConfidence,
    detected_languages: result.detectedLanguages,
    segments: result.segments.map((segment, i) => ({
      ...viewSegment(segment, i),
      words: viewSegmentWords(segment),
    })),
  });

const bodies = {
  txt: (_job, result, language) => toText(result, language),
  srt: ({ audioMs }, { segments }, language) => toSrt(channelCues(segments, { language, audioMs })),
  vtt: ({ audioMs }, { segments }, language) => toVtt(channelCues(segments, { language, audioMs })),
  json: toJson,
} as const satisfies Record<
  TranscriptFormat,
  (job: Job, result: Result, language: TranscriptLanguage) => string
>;

/**
 * The text of a completed job as a file. JSON always has both languages. Throws `invalid_state` for the translation of a
 * job that has none.
 */
export const transcriptFile = (
  job: Job,
  result: Result,
  { format, language, name = job.id }: Choice,
): TextFile => {
  if (language !== 'original' && result.translatedText === null) {
    throw new AppError(
      'invalid_state',
      'This transcription has no translation. Send language=original, or create a new transcription with a translation.',
    );
  }
  const suffix = format === 'json' || language === 'original' ? '' : `.${language}`;
  return {
    filename: `${name}${suffix}.${format}`,
    contentType: `${mediaTypes[format]}; charset=utf-8`,
    body: bodies[format](job, result, language),
  };
};
