import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { sampleRate, toFloats } from '#lib/speech/audio/pcm.ts';
import type { DetectedLanguage, DetectOptions, SpeechEngine } from './engine.ts';

const glanceSamples = 2 * sampleRate;
const maxSamples = 10 * sampleRate;
/** Among 161 stretches with this probability in the first two seconds, none had a wrong language. */
export const sureProbability = 0.9;

type Detect = (stretch: SpeechSegment) => Promise<DetectedLanguage>;

/**
 * Detects the language of stretches of speech, once each. `glance` hears the first two seconds, and `thoroughly` ten.
 * `detect` hears two seconds and, if unsure, ten. `beside` hears ten seconds and assumes that the language of the
 * neighbour is likelier than it sounds.
 */
export type LanguageDetector = {
  readonly glance: Detect;
  readonly detect: Detect;
  readonly thoroughly: Detect;
  readonly beside: (stretch: SpeechSegment, neighbour: string) => Promise<DetectedLanguage>;
};

const onceEach = (detect: Detect): Detect => {
  const found = new WeakMap<SpeechSegment, Promise<DetectedLanguage>>();
  return (stretch) => {
    const language = found.get(stretch) ?? detect(stretch);
    found.set(stretch, language);
    return language;
  };
};

export const languageDetector = (
  detectLanguage: NonNullable<SpeechEngine['detectLanguage']>,
  options: DetectOptions,
): LanguageDetector => {
  const detectIn = (
    { pcm }: SpeechSegment,
    samples: number,
    asked: DetectOptions = options,
  ): Promise<DetectedLanguage> => detectLanguage(toFloats(pcm.subarray(0, samples)), asked);
  const glance = onceEach((stretch) => detectIn(stretch, glanceSamples));
  const thoroughly = onceEach((stretch) =>
    stretch.pcm.length <= glanceSamples ? glance(stretch) : detectIn(stretch, maxSamples),
  );
  return {
    glance,
    thoroughly,
    beside: (stretch, neighbour) => detectIn(stretch, maxSamples, { ...options, languageBefore: neighbour }),
    async detect(stretch) {
      const seen = await glance(stretch);
      return seen.probability >= sureProbability ? seen : thoroughly(stretch);
    },
  };
};
