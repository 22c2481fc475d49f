import { spawnSync } from 'node:child_process';
import { sampleRate } from '#lib/speech/audio/pcm.ts';
import { bySystem, type Result, sampleOf, type SampleSet } from '../sample.ts';

const voices = ['slt', 'rms'];

/** Sentences with numbers in words, and their form with digits. Models may write a date in digits themselves. */
const sentences: Readonly<Record<string, string | RegExp>> = {
  'The bill was one hundred twenty three dollars and forty five cents.': '$123.45',
  'We will meet at ten thirty in the morning.': '10:30',
  'The ship was built in seventeen fifty five.': '1755',
  'About twenty five percent of them agreed.': '25%',
  'She arrived on March third, two thousand and ten.': /March 3(?:rd)?, 2010/,
  'The code of the door is four two four two.': '4242',
  'There were two thousand five hundred people.': '2,500',
  'The rate rose to three point five percent.': '3.5%',
  'Today only platforms one and three are used.': 'platforms 1 and 3',
};

/** A sentence by a synthetic voice of ffmpeg. Undefined if ffmpeg has none. */
const speak = (sentence: string, voice: string): Int16Array | undefined => {
  const source = `flite=text='${sentence.replaceAll(',', '\\,')}':voice=${voice}`;
  const raw = ['-ac', '1', '-ar', String(sampleRate), '-f', 's16le', '-'];
  const { status, stdout } = spawnSync('ffmpeg', ['-v', 'quiet', '-f', 'lavfi', '-i', source, ...raw]);
  if (status !== 0) return undefined;
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
};

/** Numbers for jobs that request digits. */
export const numeralSet = (): SampleSet => {
  const samples = voices.flatMap((voice) =>
    Object.keys(sentences).flatMap((transcript) => {
      const pcm = speak(transcript, voice);
      const clip = { file: voice, language: 'en', transcript };
      return pcm ? [{ ...sampleOf(clip, pcm), digits: true }] : [];
    }),
  );
  if (samples.length === 0)
    console.error('Numerals are not measured: this ffmpeg has no synthetic voice (flite).');
  const isRight = ({ sample, answer }: Result): boolean => {
    const form = sentences[sample.parts[0]?.clip.transcript ?? ''];
    return (
      form !== undefined && answer.text.search(typeof form === 'string' ? RegExp.escape(form) : form) >= 0
    );
  };
  return {
    samples,
    isFor: ({ kind }) => kind === 'service',
    figures: (results) =>
      bySystem(results).map(([system, own]) => ({
        figure: `numerals written in digits by ${system}`,
        value: {
          right: own.filter(isRight).length,
          of: own.length,
        },
        unit: 'sentences',
      })),
  };
};
