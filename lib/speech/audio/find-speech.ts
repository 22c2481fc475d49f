import { detectSpeech } from './detect-speech.ts';
import { frameSamples, toMs, toSamples } from './pcm.ts';
import { type SegmentLengths, segmentSpeech } from './segmenter.ts';
import type { Chunk } from './split.ts';
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

type VoiceDetector = { readonly voiceActivity: VoiceActivity; readonly lengths: SegmentLengths };

/** Finds the speech segments in the span of a chunk, in order. Segments with their pads never overlap, also across chunks. */
export const findSpeech = async (
  chunk: Chunk,
  { voiceActivity, lengths }: VoiceDetector,
): Promise<SpeechSegment[]> => {
  const { pcm } = chunk;
  const lead = toSamples(chunk.leadMs);
  const end = Math.min(pcm.length, lead + toSamples(chunk.endMs - chunk.startMs));
  const probabilities = await detectSpeech(pcm, voiceActivity);
  const span = { start: lead / frameSamples, end: Math.ceil(end / frameSamples) };
  const inFile = (sample: number): number => chunk.startMs + toMs(Math.min(sample, end) - lead);
  const spanInFile = ({ start, end: to }: { start: number; end: number }): TimeSpan => ({
    startMs: inFile(start),
    endMs: inFile(to),
  });
  return segmentSpeech(probabilities, span, lengths).map((speech) => ({
    ...spanInFile(speech),
    padMs: toMs(speech.start - speech.from),
    pcm: pcm.subarray(speech.from, Math.min(speech.to, end)),
    voiced: speech.voiced.map(spanInFile),
  }));
};
