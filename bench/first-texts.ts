/**
 * Prints the mean log-probability of the first text of each segment, by language and length. ADR 23 is based on these values:
 * `node bench/first-texts.ts [--audio DIR]`.
 */
import { hearSpeech } from '#lib/speech/audio/find-speech.ts';
import { isNoisy } from '#lib/speech/audio/noise.ts';
import { toFloats, toMs } from '#lib/speech/audio/pcm.ts';
import { loadSilero } from '#lib/speech/audio/silero.ts';
import { totalMs } from '#lib/speech/audio/time-span.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { loadMoonshine } from '#lib/speech/engines/moonshine.ts';
import { plainAsk } from '../test/support/plain-ask.ts';
import { print } from './support/figure.ts';
import { quantile, rounded } from './support/numbers.ts';
import { piecesOf } from './speech/pieces.ts';
import { isComposite, isEnglish, recordings, samplesOf } from './support/recordings.ts';
import { speechDir } from '../test/support/speech.ts';

const voiceActivity = await loadSilero({ speechDir });
const engine = await loadMoonshine({ speechDir });
const { segments: lengths } = speechModels['moonshine-tiny'];

type First = { readonly isForeign: boolean; readonly speechMs: number; readonly meanLogProb: number };
/** The first texts of the clear segments of a piece. */
const firstTexts = async (pcm: Int16Array, isForeign: boolean): Promise<First[]> => {
  const chunk = { index: 0, channel: null, startMs: 0, endMs: toMs(pcm.length), leadMs: 0, pcm };
  const texts: First[] = [];
  for (const segment of (await hearSpeech(chunk, voiceActivity)).segments(lengths)) {
    const samples = toFloats(segment.pcm);
    const { text, meanLogProb } = await engine.recognize(samples, plainAsk);
    if (text !== '' && !isNoisy(samples))
      texts.push({ isForeign, speechMs: totalMs(segment.voiced), meanLogProb });
  }
  return texts;
};

const firsts: First[] = [];
for (const clip of recordings().filter((one) => !isComposite(one))) {
  const pcm = await samplesOf(clip);
  for (const piece of [pcm, ...[6, 3, 1.5].flatMap((seconds) => piecesOf(pcm, seconds))])
    firsts.push(...(await firstTexts(piece, !isEnglish(clip))));
}

const classes = [
  ['under 0.7 s', 0, 700],
  ['0.7 to 1.5 s', 700, 1_500],
  ['1.5 to 3 s', 1_500, 3_000],
  ['3 s and more', 3_000, Infinity],
] as const;
for (const isForeign of [false, true]) {
  for (const [name, from, to] of classes) {
    const logProbs = firsts
      .filter((one) => one.isForeign === isForeign && from <= one.speechMs && one.speechMs < to)
      .map(({ meanLogProb }) => meanLogProb);
    const at = (share: number): number => rounded(quantile(logProbs, share));
    print({
      figure: `log-probability of ${isForeign ? 'other languages' : 'English'}, ${name}`,
      value: {
        min: at(0),
        p5: at(0.05),
        p50: at(0.5),
        p95: at(0.95),
        max: at(1),
      },
      unit: 'nats per token',
    });
  }
}
await Promise.all([engine.close(), voiceActivity.close()]);
