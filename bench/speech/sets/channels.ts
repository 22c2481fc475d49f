import { isComposite, isEnglish } from '../../support/recordings.ts';
import { wordErrors } from '../../../test/support/word-errors.ts';
import type { LoadedClip } from '../load-clips.ts';
import { knows, type Sample, sampleOf, type SampleSet } from '../sample.ts';

/** Two recordings on two channels that speak at the same time. They should be as good as each recording alone. */
export const channelSet = (clips: readonly LoadedClip[]): SampleSet => {
  const english = clips.filter((clip) => !isComposite(clip) && isEnglish(clip));
  const foreign = clips.filter((clip) => !isComposite(clip) && !isEnglish(clip));
  const files = [english.slice(0, 2), english.slice(2, 4), [...english.slice(4, 5), ...foreign.slice(0, 1)]]
    .filter(({ length }) => length === 2)
    .map(sideBySide);
  const used = [...english, ...foreign].filter(({ file }) =>
    files.some(({ parts }) => parts.some(({ clip }) => clip.file === file)),
  );
  const alone = used.map((clip) => sampleOf(clip, clip.pcm));
  return {
    samples: [...files, ...alone],
    isFor: (system, sample) => system.kind === 'service' && knows(system, sample),
    figures: (results) =>
      results
        .filter(({ sample }) => sample.channels.length > 1)
        .map(({ system, sample, answer }) => {
          const errorsIn = sample.parts.map(({ clip }, channel) => {
            const own = answer.words.filter((word) => word.channel === channel);
            const single = results.find((one) => one.system === system && one.sample.name === clip.file);
            return {
              together: wordErrors(clip.transcript, own.map(({ text }) => text).join(' ')).errors,
              alone: wordErrors(clip.transcript, single?.answer.text ?? '').errors,
            };
          });
          const value = {
            errors: errorsIn.reduce((sum, { together }) => sum + together, 0),
            errors_alone: errorsIn.reduce((sum, { alone: one }) => sum + one, 0),
          };
          const pass = value.errors <= value.errors_alone;
          const target = 'at most those alone';
          return { figure: `two channels, ${sample.name}, ${system}`, value, unit: 'words', target, pass };
        }),
  };
};

const sideBySide = (clips: readonly LoadedClip[]): Sample => {
  const length = clips.reduce((most, { pcm }) => Math.max(most, pcm.length), 0);
  const padded = (pcm: Int16Array): Int16Array => {
    const channel = new Int16Array(length);
    channel.set(pcm);
    return channel;
  };
  return {
    name: clips.map(({ file }) => file).join(' | '),
    channels: clips.map(({ pcm }) => padded(pcm)),
    parts: clips.flatMap((clip) => sampleOf(clip, clip.pcm).parts),
  };
};
