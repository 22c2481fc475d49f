import { level } from './level.ts';
import { toMs } from './pcm.ts';
import { Recording } from './recording.ts';
import { Segmenter, type SpeechSpan } from './segmenter.ts';
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

/** Less speech is not worth the start of a worker; more would make a job wait for its last chunk. */
const enoughSpeechMs = 30_000;
const enoughSpanMs = 60_000;

/**
 * Finds the speech in 16 kHz mono `blocks` of any size and yields it in chunks as soon as they are cut. Silence yields
 * none. Returns the length of the audio in ms. Memory does not grow with it.
 */
export async function* splitAudio(
  blocks: AsyncIterable<Int16Array>,
  vad: VoiceActivity,
): AsyncGenerator<Chunk, number> {
  const recording = new Recording();
  let index = 0;
  let startMs = 0;
  let segments: SpeechSegment[] = [];
  for await (const segment of findSegments(blocks, recording, vad)) {
    if (isEnough(segments)) {
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

function isEnough(segments: readonly SpeechSegment[]): boolean {
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return false;
  const speechMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return speechMs >= enoughSpeechMs || last.endMs - first.startMs >= enoughSpanMs;
}

async function* findSegments(
  blocks: AsyncIterable<Int16Array>,
  recording: Recording,
  vad: VoiceActivity,
): AsyncGenerator<SpeechSegment, void> {
  const segmenter = new Segmenter();
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
