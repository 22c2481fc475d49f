import { toMs } from '#lib/speech/audio/pcm.ts';
import { type Clip, withBeginnings } from '../support/recordings.ts';
import type { Figure } from '../support/figure.ts';
import { wordErrors } from '../../test/support/word-errors.ts';
import type { Answer } from './answer.ts';
import type { Audio, System } from './system.ts';

/** A recording within a sample, and its position there. */
export type Part = {
  readonly clip: Pick<Clip, 'file' | 'language' | 'transcript'>;
  readonly startMs: number;
  readonly endMs: number;
};

/** Audio with its recordings. Sounds without speech have none. */
export type Sample = Audio & { readonly parts: readonly Part[] };

/** Whether a system knows all languages of a sample. */
export const knows = ({ language }: System, { parts }: Sample): boolean =>
  language === null || parts.every(({ clip }) => clip.language === language);

export const lengthOf = ({ channels }: Pick<Sample, 'channels'>): number => toMs(channels[0]?.length ?? 0);

/** A whole recording, or a piece of it. */
export const sampleOf = (clip: Part['clip'], pcm: Int16Array): Sample => ({
  name: clip.file,
  channels: [pcm],
  parts: [{ clip, startMs: 0, endMs: toMs(pcm.length) }],
});

/** A sample of one channel, with as many shifted starts as `--beginnings` requests. */
export const beginningsOf = (sample: Sample): Sample[] =>
  sample.channels.flatMap((pcm) => withBeginnings(pcm).map((later) => ({ ...sample, channels: [later] })));

export type Result = { readonly system: string; readonly sample: Sample; readonly answer: Answer };

/** Samples of one kind, the systems that transcribe them, and the figures of the results. */
export type SampleSet = {
  readonly samples: readonly Sample[];
  readonly isFor: (system: System, sample: Sample) => boolean;
  readonly figures: (results: readonly Result[]) => readonly Figure[];
};

/** The system that ours are compared with. */
export const peer = 'faster-whisper';

export const languageOf = ({ sample }: Result): string => sample.parts[0]?.clip.language ?? '';

/** The word errors of a result, over all words of its sample. */
export const errorsIn = ({ sample, answer }: Result): ReturnType<typeof wordErrors> =>
  wordErrors(sample.parts.map(({ clip }) => clip.transcript).join(' '), answer.text);

/** The results of each system. */
export const bySystem = (results: readonly Result[]): [string, Result[]][] => [
  ...Map.groupBy(results, ({ system }) => system),
];

/** A target for a figure, with a maximum. */
export const atMost = (value: number, max: number): Pick<Figure, 'target' | 'pass'> => ({
  target: `at most ${max}`,
  pass: value <= max,
});
