/**
 * Measures each speech model, and several in one deployment, on recordings in eight languages: the word error rate by language, the
 * language that was detected, CPU time and memory. Then a file of one clip of each language, with short pauses between them. One
 * JSON line per figure: `npm run models -- whisper-base`, then `node bench/languages.ts [--audio DIR] [--only de-]`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { print } from './figure.ts';
import { forwardedArgs } from './recordings.ts';

const Measured = z.object({
  clips: z.array(
    z.object({
      file: z.string(),
      language: z.string(),
      detected: z.string().nullable(),
      errors: z.number(),
      words: z.number(),
    }),
  ),
  joined: z.object({ errors: z.number(), words: z.number(), languages: z.number() }),
  cpuShare: z.number(),
  rssMb: z.number(),
});
type Measured = z.infer<typeof Measured>;

const measure = (models: string): Measured => {
  const program = join(import.meta.dirname, 'languages-system.ts');
  const { stdout, status } = spawnSync(process.execPath, [program, models, ...forwardedArgs], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${models} could not be measured.`);
  return Measured.parse(JSON.parse(stdout));
};

const rateOf = (counted: readonly { readonly errors: number; readonly words: number }[]): number => {
  const [errors, words] = counted.reduce(([e, w], one) => [e + one.errors, w + one.words], [0, 0]);
  return Math.round((1e4 * errors) / Math.max(1, words)) / 1e4;
};

for (const models of ['moonshine-tiny', 'whisper-base', 'moonshine-tiny,whisper-base']) {
  const { clips, joined, cpuShare, rssMb } = measure(models);
  const known = models === 'moonshine-tiny' ? clips.filter(({ language }) => language === 'en') : clips;
  for (const [language, own] of Map.groupBy(known, (clip) => clip.language)) {
    print({ figure: `wer of ${models} on ${language}`, value: rateOf(own), unit: 'of words' });
    const right = own.filter(({ detected }) => detected === language).length;
    print({ figure: `${language} detected by ${models}`, value: right, unit: `of ${own.length} recordings` });
  }
  print({ figure: `cpu time of ${models}`, value: cpuShare, unit: 'of the length of the audio' });
  print({ figure: `memory of ${models}`, value: rssMb, unit: 'MB' });
  if (models === 'moonshine-tiny') continue;
  print({ figure: `wer of ${models} on languages in one file`, value: rateOf([joined]), unit: 'of words' });
  print({ figure: `languages that ${models} found in one file`, value: joined.languages, unit: 'languages' });
}
