import { deflateSync } from 'node:zlib';
import type { z } from 'zod';
import { inSpokenOrder, type Result } from '#lib/domain/transcriptions/result.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { AudioSegment, AudioText, VerboseAudioText } from './audio-schemas.ts';
import { lazy } from '#lib/platform/lazy.ts';

export type AudioTask = 'transcribe' | 'translate';
export type Granularity = 'word' | 'segment';

const languageNames = lazy(() => new Intl.DisplayNames('en', { type: 'language' }));

const seconds = (ms: number): number => ms / 1_000;

type Segment = Result['segments'][number];

/** The compression ratio of a text, which shows how much the text repeats itself, as Whisper's programs compute it. */
const compressionRatio = (text: string): number => {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
};

const viewSegment =
  (task: AudioTask) =>
  (segment: Segment, id: number): z.infer<typeof AudioSegment> => {
    const text = (task === 'translate' ? segment.translatedText : segment.text) ?? '';
    return {
      id,
      // In frames of 10 ms.
      seek: Math.round(segment.startMs / 10),
      start: seconds(segment.startMs),
      end: seconds(segment.endMs),
      text,
      tokens: [],
      temperature: 0,
      avg_logprob: Math.log(Math.max(segment.confidence, Number.EPSILON)),
      compression_ratio: compressionRatio(text),
      // Audio without speech never becomes a segment.
      no_speech_prob: 0,
    };
  };

const viewWords = ({ segments }: Result) =>
  inSpokenOrder(segments.flatMap(({ channel, words }) => words.map((word) => ({ ...word, channel })))).map(
    ({ text, startMs, endMs }) => ({ word: text, start: seconds(startMs), end: seconds(endMs) }),
  );

/** A completed job with `response_format` json. */
export const viewText = (job: Transcription, result: Result, task: AudioTask): z.infer<typeof AudioText> => ({
  text: (task === 'translate' ? result.translatedText : result.transcript) ?? '',
  usage: { type: 'duration', seconds: seconds(job.audioMs ?? 0) },
  transcription_id: job.id,
});

/** A completed job with `response_format` verbose_json. */
export const viewVerbose = (
  job: Transcription,
  result: Result,
  { task, granularities }: { readonly task: AudioTask; readonly granularities: readonly Granularity[] },
): z.infer<typeof VerboseAudioText> => {
  const language = task === 'translate' ? 'en' : job.detectedLanguage;
  return {
    task,
    language: language === null ? 'unknown' : (languageNames().of(language) ?? language).toLowerCase(),
    duration: seconds(job.audioMs ?? 0),
    ...viewText(job, result, task),
    ...(granularities.includes('segment') && { segments: result.segments.map(viewSegment(task)) }),
    ...(granularities.includes('word') && { words: viewWords(result) }),
  };
};
