// Answers one question per line of its input: `service` with models, `bare` or `sherpa`. Runs in a separate process, so that
// its memory can be measured.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { formatSegments } from '#lib/domain/transcriptions/format-segments.ts';
import { mergeResult } from '#lib/domain/transcriptions/result.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';
import { offerOf, speechModelList } from '#lib/speech/engines/models.ts';
import { assertUnderstood } from '#lib/speech/engines/spoken-language.ts';
import { linkRuntime } from '../../test/support/whisper/link-runtime.ts';
import { loadBareEngine } from './bare-engine.ts';
import { processorMs } from '../support/processor-time.ts';
import { speechDir } from '../../test/support/speech.ts';
import { loadSherpa } from './sherpa.ts';
import { loadSpeech } from '../support/speech-parts.ts';
import { type Answer, Question } from './answer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Transcribed = Omit<Answer, 'wallMs' | 'cpuMs' | 'rssMb'>;
type Transcribe = (channels: readonly Int16Array[], digits: boolean) => Promise<Transcribed>;

/** The result of a job with all channels, in the form that its customer gets. */
const service = async (models: string | undefined): Promise<Transcribe> => {
  const names = speechModelList.parse(models);
  using runtime = temporaryFolder();
  linkRuntime(runtime.path, names);
  const { transcribe } = await loadSpeech(names, runtime.path);
  return async (channels, digits) => {
    const speech = await transcribe(...channels);
    const formatting = { numerals: digits ? 'digits' : 'as_spoken', fillers: 'keep' } as const;
    const segments = formatSegments(speech.segments, { formatting, redact: [] });
    const { transcript, detectedLanguages } = mergeResult({ ...speech, segments }, null);
    const words = segments.flatMap(({ language, channel, words: own }) =>
      own.map((word) => ({ ...word, language, channel })),
    );
    let refused = null;
    try {
      assertUnderstood(speech, offerOf(names));
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      refused = error.type;
    }
    return { text: transcript, language: detectedLanguages[0]?.language ?? null, words, refused };
  };
};

/** An engine that gets a whole recording. */
const engine =
  (recognize: (pcm: Float32Array) => Promise<string>): Transcribe =>
  async ([pcm = new Int16Array()]) => ({
    text: await recognize(toFloats(pcm)),
    language: null,
    words: [],
    refused: null,
  });

const systems: Readonly<Record<string, (models: string | undefined) => Promise<Transcribe>>> = {
  service,
  bare: async () => engine(await loadBareEngine(speechDir)),
  sherpa: async () => engine(await loadSherpa()),
};

const [, , name = '', models] = process.argv;
const transcribe = await systems[name]?.(models);
if (!transcribe) throw new Error(`There is no system ${name}.`);

const samplesIn = async (file: string): Promise<Int16Array> => {
  const { buffer, byteOffset, length } = await readFile(file);
  return new Int16Array(buffer.slice(byteOffset, byteOffset + length));
};

for await (const line of createInterface({ input: process.stdin })) {
  const { channels, digits } = Question.parse(JSON.parse(line));
  const samples = await Promise.all(channels.map(samplesIn));
  const started = performance.now();
  const before = processorMs();
  const transcribed = await transcribe(samples, digits);
  const answer: Answer = {
    ...transcribed,
    wallMs: performance.now() - started,
    cpuMs: processorMs() - before,
    rssMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
  console.log(JSON.stringify(answer));
}
process.exit();
