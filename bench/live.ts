/**
 * Replays the English recordings of a folder with a manifest.json as if they were spoken now, in pieces as the SDK sends them
 * and in short ones. Measures the delay, the quality and the cost of partial and final texts.
 * `node bench/live.ts [--audio DIR] [--only en-] [slowness]`: 3 means a processor three times as slow. 0.5 corrects for other
 * load that halves the speed of this one now. The share of a core for files shows the current speed: it is 0.034 to 0.042 on an
 * idle machine.
 */
import { loadavg } from 'node:os';
import { toMs } from '#lib/speech/audio/pcm.ts';
import { loadModels } from '#lib/speech/engines/load-models.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { type Figure, print } from './support/figure.ts';
import { type Replay, replay } from './live/replay.ts';
import { stability } from './live/stability.ts';
import { throughOpus } from './live/through-opus.ts';
import { processorMs } from './support/processor-time.ts';
import { rounded, sum } from './support/numbers.ts';
import { lettingGoMs, liveGoals, printDelays } from './support/quantiles.ts';
import { isComposite, isEnglish, plainArgs, recordings, samplesOf } from './support/recordings.ts';
import { plainLiveOptions } from '../test/support/plain-live-options.ts';
import { speechDir } from '../test/support/speech.ts';
import { loadSpeech } from './support/speech-parts.ts';
import { errorRate, wordErrors } from '../test/support/word-errors.ts';

const slowness = Number(plainArgs[0] ?? 1);
const clips = recordings().filter((clip) => isEnglish(clip) && !isComposite(clip));
const loaded = await loadModels(offerOf(['moonshine-tiny']).models, speechDir);
const offline = await loadSpeech();

/** Many digits, because shares are small. */
const digits = 4;
const textOf = (parts: readonly { readonly segments: readonly { readonly text: string }[] }[]): string =>
  parts.flatMap(({ segments }) => segments.map(({ text }) => text)).join(' ');

/** The times from the start of speech after a silence to its first text. */
const firstTextMs = ({ decisions, partials }: Replay): number[] =>
  decisions.flatMap(({ segments: [first], atMs }, i) => {
    if (!first || decisions[i - 1]?.reason === 'length') return [];
    const partial = partials.find(({ startMs }) => startMs >= first.startMs);
    return [Math.min(partial?.atMs ?? Infinity, atMs) - first.startMs];
  });

/** The times from the end of speech to its final text, for speech that ended with a silence. */
const finalMs = ({ decisions }: Replay): number[] =>
  decisions.flatMap(({ segments, reason, atMs }) => {
    const last = segments.at(-1);
    return last && reason === 'silence' ? [atMs - last.endMs] : [];
  });

/** The times at which a customer who ends segments by hand requests the finals of a recording. */
const asksOf = ({ decisions }: Replay): number[] =>
  decisions.flatMap(({ segments }) => segments.slice(-1).map(({ endMs }) => endMs + lettingGoMs));

const goal = (pass: boolean, target: string): Pick<Figure, 'target' | 'pass'> => ({ target, pass });

const offlineErrors: { errors: number; words: number }[] = [];
const pcms: Int16Array[] = [];
let offlineMs = 0;
for (const clip of clips) {
  const pcm = await samplesOf(clip);
  pcms.push(pcm);
  const before = processorMs();
  const text = textOf([await offline.transcribe(pcm)]);
  offlineMs += processorMs() - before;
  offlineErrors.push(wordErrors(clip.transcript, text));
}
const audioMs = sum(pcms, ({ length }) => toMs(length));
const machine = loadavg()[0] ?? 0;
print({
  figure: 'share of a core as files',
  value: {
    share: rounded((slowness * offlineMs) / audioMs, digits),
    slowness,
    load: rounded(machine, digits),
  },
  unit: 's per s',
});

for (const pieceMs of [20, 200]) {
  const replays: Replay[] = [];
  for (const pcm of pcms) {
    const transcriber = openTranscriber({ ...loaded, options: plainLiveOptions, committedMs: 0 });
    replays.push(await replay(transcriber, pcm, { pieceMs, slowness }));
  }
  const arrival = `pieces of ${pieceMs} ms`;
  printDelays(`first text after speech starts, ${arrival}`, replays.flatMap(firstTextMs), liveGoals.first);
  printDelays(`final text after speech ends, ${arrival}`, replays.flatMap(finalMs), liveGoals.final);
  const finalizedMs: number[] = [];
  for (const [i, pcm] of pcms.entries()) {
    const byHand = { ...plainLiveOptions, silenceMs: null };
    const transcriber = openTranscriber({ ...loaded, options: byHand, committedMs: 0 });
    const finalizeAtMs = replays.slice(i, i + 1).flatMap(asksOf);
    finalizedMs.push(...(await replay(transcriber, pcm, { pieceMs, slowness, finalizeAtMs })).finalizedMs);
  }
  const after = `final text after finalize, ${lettingGoMs} ms after the end of speech`;
  printDelays(`${after}, ${arrival}`, finalizedMs, liveGoals.finalized);
  const errors = clips.map(({ transcript }, i) =>
    wordErrors(transcript, textOf(replays[i]?.decisions ?? [])),
  );
  for (const [i, { file }] of clips.entries()) {
    const live = errors[i]?.errors ?? 0;
    const files = offlineErrors[i]?.errors ?? 0;
    if (live !== files)
      print({ figure: `word errors in ${file}, ${arrival}`, value: { live, files }, unit: 'words' });
  }
  const live = errorRate(errors);
  const files = errorRate(offlineErrors);
  print({
    figure: `word error rate live and of files, ${arrival}`,
    value: {
      live: rounded(live, digits),
      files: rounded(files, digits),
      ratio: rounded(live / files, digits),
    },
    unit: 'of words',
    ...goal(live <= 1.05 * files, 'ratio ≤ 1.05'),
  });
  const counts = replays.map(stability);
  const total = (of: (one: (typeof counts)[number]) => number): number => sum(counts, of);
  const different = total((one) => one.different) / total((one) => one.stable);
  print({
    figure: `stable words at the end of speech that the final has not, ${arrival}`,
    value: { share: rounded(different, digits), of: total((one) => one.stable) },
    unit: 'of words',
    ...goal(different <= 0.02, '≤ 0.02'),
  });
  print({
    figure: `stable words taken back, per word of the finals, ${arrival}`,
    value: rounded(total((one) => one.retracted) / total((one) => one.words), digits),
    unit: 'words',
  });
  print({
    figure: `share of a core, ${arrival}`,
    value: rounded(sum(replays, (one) => one.cpuMs) / audioMs, digits),
    unit: 's per s',
  });
}

const readingShares: number[] = [];
for (const kbitPerSecond of [48, 40, 32]) {
  const counts: { errors: number; words: number }[] = [];
  for (const [i, clip] of clips.entries()) {
    const { pcm, cpuPerSecond } = await throughOpus(pcms[i] ?? new Int16Array(), kbitPerSecond);
    const transcriber = openTranscriber({ ...loaded, options: plainLiveOptions, committedMs: 0 });
    const { decisions } = await replay(transcriber, pcm, { pieceMs: 200, slowness });
    counts.push(wordErrors(clip.transcript, textOf(decisions)));
    readingShares.push(cpuPerSecond);
  }
  print({
    figure: `word error rate live through WebM with Opus, ${kbitPerSecond} kbit/s`,
    value: { live: rounded(errorRate(counts), digits), files: rounded(errorRate(offlineErrors), digits) },
    unit: 'of words',
  });
}
print({
  figure: 'reading and decoding WebM with Opus',
  value: rounded(sum(readingShares, (share) => share) / readingShares.length, digits),
  unit: 's per s',
});
await loaded.close();
