import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { sampleRate, toFloats } from '#lib/speech/audio/pcm.ts';
import type { DetectedLanguage, DetectOptions, SpeechEngine } from './engine.ts';
import { memoizeByIdentity } from './memoize-by-identity.ts';

const glanceSamples = 2 * sampleRate;
const maxSamples = 10 * sampleRate;
/** Of 86 stretches with this probability in two seconds none had a wrong language. */
const sureProbability = 0.9;

type Detect = (stretch: SpeechSegment) => Promise<DetectedLanguage>;

/** Detects the language of stretches of speech, of each once: at a `glance` in its first two seconds, or in ten where these are unsure. */
export type LanguageDetector = { readonly glance: Detect; readonly detect: Detect };

export const languageDetector = (
  detectLanguage: NonNullable<SpeechEngine['detectLanguage']>,
  options: DetectOptions,
): LanguageDetector => {
  const detectIn = ({ pcm }: SpeechSegment, samples: number): Promise<DetectedLanguage> =>
    detectLanguage(toFloats(pcm.subarray(0, samples)), options);
  const glance = memoizeByIdentity((stretch: SpeechSegment) => detectIn(stretch, glanceSamples));
  return {
    glance,
    detect: memoizeByIdentity(async (stretch: SpeechSegment) => {
      const seen = await glance(stretch);
      const isEnough = seen.probability >= sureProbability || stretch.pcm.length <= glanceSamples;
      return isEnough ? seen : detectIn(stretch, maxSamples);
    }),
  };
};
