import { level } from './level.ts';
import { toMs } from './pcm.ts';
import { Recording } from './recording.ts';
import { type SegmentLengths, Segmenter, type SpeechSpan } from './segmenter.ts';
import type { VoiceActivity } from './voice-activity.ts';

/** Speech from `startMs` to `endMs` of the file. `pcm` (16 kHz mono) starts `padMs` earlier and ends a little later. */
export type SpeechSegment = {
  readonly startMs: number;
  readonly endMs: number;
  readonly padMs: number;
  readonly pcm: Int16Array;
};

/** The unit of fan-out: whole segments in order. The spans of a file's chunks tile it from 0 to its end. */
export type Chunk = {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly segments: readonly SpeechSegment[];
};

/** Less speech than `enoughMs` is not worth the start of a worker; more would make a job wait for its last chunk. */
export type CutLengths = SegmentLengths & { readonly enoughMs: number };
const enoughSpanMs = 60_000;

type SplitDeps = { readonly vad: VoiceActivity; readonly lengths: CutLengths };

/**
 * Finds the speech in 16 kHz mono `blocks` of any size and yields it in chunks as soon as they are cut. Silence yields
 * none. Returns the length of the audio in ms. Memory does not grow with it.
 */
export async function* splitAudio(
  blocks: AsyncIterable<Int16Array>,
  { vad, lengths }: SplitDeps,
): AsyncGenerator<Chunk, number> {
  const recording = new Recording();
  let index = 0;
  let startMs = 0;
  let segments: SpeechSegment[] = [];
  for await (const segment of findSegments(blocks, recording, { vad, lengths })) {
    if (isEnough(segments, lengths)) {
      // A chunk reaches to the speech of the next one, so that progress counts the silence between them.
      yield { index, startMs, endMs: segment.startMs, segments };
      index += 1;
      startMs = segment.startMs;
      segments = [];
    }
    segments.push(segment);
  }
  const audioMs = toMs(recording.samples);
  if (segments.length > 0) yield { index, startMs, endMs: audioMs, segments };
  return audioMs;
}

function isEnough(segments: readonly SpeechSegment[], { enoughMs }: CutLengths): boolean {
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return false;
  const speechMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return speechMs >= enoughMs || last.endMs - first.startMs >= enoughSpanMs;
}

async function* findSegments(
  blocks: AsyncIterable<Int16Array>,
  recording: Recording,
  { vad, lengths }: SplitDeps,
): AsyncGenerator<SpeechSegment, void> {
  const segmenter = new Segmenter(lengths);
  const probabilityOfSpeech = vad.listen();
  const cut = ({ start, end, from, to }: SpeechSpan): SpeechSegment => ({
    startMs: toMs(start),
    endMs: toMs(end),
    padMs: toMs(start - from),
    pcm: recording.slice(from, to),
  });
  for await (const frame of level(recording.frames(blocks))) {
    yield* segmenter.push(await probabilityOfSpeech(frame)).map(cut);
    recording.forgetBefore(segmenter.oldestNeeded);
  }
  yield* segmenter.finish(recording.samples).map(cut);
}
