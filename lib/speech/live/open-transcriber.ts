import { speechByProbability } from '#lib/speech/audio/find-speech.ts';
import { frameMs, msSamples, toMs, toSamples } from '#lib/speech/audio/pcm.ts';
import { padMs } from '#lib/speech/audio/segmenter.ts';
import {
  type ChunkOptions,
  type RecognizedChunk,
  recognizeHeard,
} from '#lib/speech/engines/recognize-heard.ts';
import { audioTail } from './audio-tail.ts';
import { DraftWriter } from './draft-writer.ts';
import { type Endpoint, shortTailMs } from './endpointer.ts';
import type { LiveDecision, LiveStart, LiveTranscriber } from './live-transcriber.ts';
import { Stretch } from './stretch.ts';

/** How much audio before `committedMs` a transcriber hears again. */
export const livePrerollMs = 2_000;

/** Positions of decisions are multiples of this, a whole number of samples at all usual rates. */
const gridMs = 10;
/** The minimum audio with an endpoint: 128 ms of speech and 224 ms of silence. */
const minLiveStretchMs = 352;
/**
 * Half of the pauses that are long enough for a text end soon. If a text was made in the last fifth of the speech, the
 * next one waits for a longer pause. So these texts take at most a third of a processor.
 */
const restShare = 0.2;
const longerPauseMs = 160;
/** In a shorter pause, half of the texts would have to be taken back. */
const shownPauseMs = 224;

type Position = Omit<Endpoint, 'reason'>;
/**
 * Speech up to a frame of the stretch. It has the audio of its last word up to `endMs`, and silence in place of the rest
 * of the pad.
 */
type Spoken = { readonly frames: number; readonly endMs: number; readonly silenceMs: number };

/**
 * Opens a transcriber. Give it the samples from max(0, `committedMs` − `livePrerollMs`) on. Its decisions depend only on
 * these samples, not on how they are cut or on where the session was reopened before.
 */
export const openTranscriber = ({
  voiceActivity,
  models,
  options: { silenceMs, ...options },
  committedMs,
  languageBefore = null,
}: LiveStart): LiveTranscriber => {
  const chunkOptions: ChunkOptions = { ...options, translateTo: null };
  const audio = audioTail(toSamples(Math.max(0, committedMs - livePrerollMs)));
  const drafts = new DraftWriter(models, chunkOptions);
  let language = languageBefore;
  const open = (startMs: number): Stretch => new Stretch(voiceActivity, { startMs, silenceMs });
  let stretch = open(committedMs);
  let recognized: (Spoken & { readonly speech: RecognizedChunk }) | undefined;

  const throughOf = ({ throughMs }: Position): number => floorMs(stretch.startMs + throughMs);
  const spokenBefore = (position: Position): Spoken => {
    const { frames } = position;
    const throughMs = throughOf(position);
    const spokenMs = stretch.startMs + frames * frameMs;
    const tailMs = [stretch.endpoints.tailMs, shortTailMs].find((tail) => spokenMs + tail <= throughMs);
    if (tailMs === undefined) return { frames, endMs: throughMs, silenceMs: 0 };
    return { frames, endMs: spokenMs + tailMs, silenceMs: padMs - tailMs };
  };

  const recognize = async (spoken: Spoken): Promise<RecognizedChunk> => {
    const { frames, endMs } = spoken;
    if (recognized?.frames === frames && recognized.endMs === endMs) return recognized.speech;
    const { startMs, endpoints } = stretch;
    const span = { startMs, endMs: endMs + spoken.silenceMs };
    const heardPcm = audio.slice(toSamples(startMs), toSamples(endMs));
    // Without the whole pad, short words are misheard.
    const pcm = new Int16Array(heardPcm.length + toSamples(spoken.silenceMs));
    pcm.set(heardPcm);
    const heard = speechByProbability({ ...span, leadMs: 0, pcm }, endpoints.probabilities.slice(0, frames));
    const speech = await recognizeHeard({ heard, span }, models, {
      ...chunkOptions,
      languageBefore: language,
    });
    recognized = { ...spoken, speech };
    return speech;
  };

  /** Prepares the text when silence has begun. The text is then ready if the silence lasts, or if the client asks for a final. */
  const prepare = async (): Promise<void> => {
    const { startMs, endpoints } = stretch;
    const { likely, quietMs } = endpoints;
    if (!likely) return;
    const spoken = spokenBefore(likely);
    const newMs = spoken.endMs - (recognized?.endMs ?? startMs);
    const isDue = newMs >= restShare * (spoken.endMs - startMs) || quietMs >= longerPauseMs;
    if (isDue) await recognize(spoken);
  };

  const decide = async (position: Position, reason: LiveDecision['reason']): Promise<LiveDecision> => {
    const speech = await recognize(spokenBefore(position));
    const throughMs = throughOf(position);
    language = speech.segments.at(-1)?.language ?? language;
    drafts.close();
    recognized = undefined;
    stretch = open(throughMs);
    audio.dropBefore(toSamples(throughMs - livePrerollMs));
    return { ...speech, throughMs, reason };
  };

  /** Decides up to the last endpoint. The next call listens to the new stretch after it, so that this text can be sent now. */
  const decideAll = async (): Promise<LiveDecision[]> => {
    const decisions: LiveDecision[] = [];
    do {
      const endpoint = await stretch.listen(audio);
      if (!endpoint) break;
      decisions.push(await decide(endpoint, endpoint.reason));
    } while (audio.end - toSamples(stretch.startMs) >= toSamples(minLiveStretchMs));
    return decisions;
  };

  return {
    get isSpeech() {
      return stretch.endpoints.isVoiced;
    },

    async hear(pcm) {
      audio.append(pcm);
      const decisions = await decideAll();
      await prepare();
      return decisions;
    },

    async flush(reason) {
      const throughMs = floorMs(audio.end / msSamples) - stretch.startMs;
      if (throughMs <= 0) return [];
      await stretch.listen(audio);
      await stretch.listenToRest(audio);
      const { probabilities, speech } = stretch.endpoints;
      return [await decide({ frames: speech?.end ?? probabilities.length, throughMs }, reason)];
    },

    async partial() {
      const { startMs, endpoints } = stretch;
      const { speech, quietMs } = endpoints;
      if (!speech) return undefined;
      const spokenMs = startMs + speech.start * frameMs;
      const endMs = startMs + speech.end * frameMs;
      if (quietMs > 0) {
        // A draft would have no new text, and would delay the final.
        if (quietMs < shownPauseMs || recognized?.frames !== speech.end) return undefined;
        const { segments } = recognized.speech;
        const text = segments.map((segment) => segment.text).join(' ');
        const last = segments.at(-1);
        return drafts.accept({ startMs: spokenMs, text, language: last?.language ?? null }, endMs);
      }
      const from = toSamples(Math.max(startMs, spokenMs - padMs));
      const to = Math.min(audio.end, toSamples(endMs + padMs));
      const pcm = audio.slice(from, to);
      return drafts.write({ startMs: spokenMs, endMs: toMs(to), pcm, languageBefore: language });
    },
  };
};

const floorMs = (ms: number): number => Math.floor(ms / gridMs) * gridMs;
