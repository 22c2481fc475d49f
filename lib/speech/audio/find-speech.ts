import { detectSpeech } from './detect-speech.ts';
import { type FrameRange, frameSamples, toMs, toSamples } from './pcm.ts';
import { type SegmentLengths, segmentSpeech } from './segmenter.ts';
import type { Chunk } from './chunk.ts';
import type { TimeSpan } from './time-span.ts';
import type { VoiceActivity } from './voice-activity.ts';

/**
 * Speech from `startMs` to `endMs` of the file. `pcm` (16 kHz mono) starts `padMs` earlier and ends a little later.
 * `voiced` are the parts between its pauses.
 */
export type SpeechSegment = TimeSpan & {
  readonly padMs: number;
  readonly pcm: Int16Array;
  readonly voiced: readonly TimeSpan[];
};

/** The speech in the span of a chunk. */
export type HeardSpeech = {
  /**
   * The speech segments of these lengths, in order; with `within`, only those inside that part. Segments with their pads
   * never overlap, also across chunks.
   */
  readonly segments: (lengths: SegmentLengths, within?: TimeSpan) => SpeechSegment[];
};

/** Detects where the voices in a chunk are. */
export const hearSpeech = async (chunk: Chunk, voiceActivity: VoiceActivity): Promise<HeardSpeech> =>
  speechByProbability(chunk, await detectSpeech(chunk.pcm, voiceActivity));

/** The speech in the span of a chunk, by the probability of speech in each frame of its samples. */
export const speechByProbability = (
  chunk: Omit<Chunk, 'index' | 'channel'>,
  probabilities: readonly number[],
): HeardSpeech => {
  const { pcm } = chunk;
  const lead = toSamples(chunk.leadMs);
  const end = Math.min(pcm.length, lead + toSamples(chunk.endMs - chunk.startMs));
  const frames = { start: lead / frameSamples, end: Math.ceil(end / frameSamples) };
  const inFile = (sample: number): number => chunk.startMs + toMs(Math.min(sample, end) - lead);
  const spanInFile = (span: { readonly start: number; readonly end: number }): TimeSpan => ({
    startMs: inFile(span.start),
    endMs: inFile(span.end),
  });
  const toFrame = (ms: number): number =>
    Math.max(
      frames.start,
      Math.min(frames.end, Math.round(toSamples(ms - chunk.startMs + chunk.leadMs) / frameSamples)),
    );
  const framesOf = ({ startMs, endMs }: TimeSpan): FrameRange => ({
    start: toFrame(startMs),
    end: toFrame(endMs),
  });
  return {
    segments: (lengths, within) =>
      segmentSpeech(probabilities, within ? framesOf(within) : frames, lengths).map((speech) => ({
        ...spanInFile(speech),
        padMs: toMs(speech.start - speech.from),
        pcm: pcm.subarray(speech.from, Math.min(speech.to, end)),
        voiced: speech.voiced.map(spanInFile),
      })),
  };
};
