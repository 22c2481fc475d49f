/**
 * Speaks the English recordings of a folder with a manifest.json into sessions of the whole local stack, at the pace of speech:
 * one session after the other, four at once, with `finalize`, and all in a row. Runners are killed during the first session in
 * a row. The last sessions measure the cost. Takes half an hour, and the machine must be idle.
 * `node bench/realtime.ts [--audio DIR] [--only en-]`
 */
import { joinSamples, toMs } from '#lib/speech/audio/pcm.ts';
import { startService } from '../test/support/local-service.ts';
import { print } from './support/figure.ts';
import { rounded } from './support/numbers.ts';
import { lettingGoMs, liveGoals, printDelays, quantiles } from './support/quantiles.ts';
import { openBill } from './realtime/bill.ts';
import {
  finalizedTextMs,
  finalsOf,
  finalTextMs,
  firstTextMs,
  textAfterKillMs,
  textOf,
} from './realtime/latencies.ts';
import { type Heard, pcmRecording, type Recording, speakAtPace } from './realtime/speak.ts';
import { webmOf } from './live/through-opus.ts';
import { isComposite, isEnglish, recordings, samplesOf } from './support/recordings.ts';
import { errorRate, wordErrors } from '../test/support/word-errors.ts';

const silenceMs = 500;
const sessionsAtOnce = 4;
const killEveryMs = 15_000;
/** With this bit rate, ffmpeg's encoder produces as many bytes as Chromium's with the 38 kbit/s that the page requests. */
const chromiumKbitPerSecond = 39;
/** Two packets of 60 ms, which a page gets if it requests slices of 100 ms. The client joins three. */
const chromiumSliceMs = 120;

let bill = openBill();
let killNext = false;
const killedAtMs: number[] = [];
const service = await startService({
  onCall: (call) => {
    bill.add(call);
    if (!killNext || !call.functionName.includes('runsession') || call.phase === 'before') return undefined;
    killNext = false;
    killedAtMs.push(performance.now());
    return 'kill';
  },
});

const clips = recordings().filter((clip) => isEnglish(clip) && !isComposite(clip));
const spoken = await Promise.all(
  clips.map(async (clip) => ({ transcript: clip.transcript, pcm: await samplesOf(clip) })),
);

const report = (heard: readonly Heard[], how: string): void => {
  printDelays(`first text after speech starts, ${how}`, heard.flatMap(firstTextMs), liveGoals.first);
  printDelays(`final text after speech ends, ${how}`, heard.flatMap(finalTextMs), liveGoals.final);
  const counts = spoken.map(({ transcript }, i) => wordErrors(transcript, heard[i] ? textOf(heard[i]) : ''));
  const value = rounded(errorRate(counts), 4);
  print({ figure: `word error rate, ${how}`, value, unit: 'of words' });
};

// The first session starts the processes of the functions.
const [first] = spoken;
if (first) await speakAtPace(service, pcmRecording(first.pcm.subarray(0, 48_000)), { silenceMs });

const speakEach = async (partMs: number): Promise<Heard[]> => {
  const heard: Heard[] = [];
  for (const { pcm } of spoken)
    heard.push(await speakAtPace(service, pcmRecording(pcm), { silenceMs, partMs }));
  report(heard, `one session, messages of ${partMs} ms`);
  return heard;
};
const alone = await speakEach(100);
await speakEach(20);

const together: Heard[] = [];
const waiting = [...spoken.entries()];
await Promise.all(
  Array.from({ length: sessionsAtOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      together[next[0]] = await speakAtPace(service, pcmRecording(next[1].pcm), { silenceMs });
  }),
);
report(together, `${sessionsAtOnce} sessions at once, messages of 100 ms`);

const asksMs = alone.map((heard) => finalsOf(heard).map(({ end_ms: endMs }) => endMs + lettingGoMs));
const finalizeEach = async (partMs: number): Promise<void> => {
  const finalized: Heard[] = [];
  for (const [i, { pcm }] of spoken.entries()) {
    const byHand = { silenceMs: null, finalizeAtMs: asksMs[i] ?? [], partMs };
    finalized.push(await speakAtPace(service, pcmRecording(pcm), byHand));
  }
  printDelays(
    `final text after finalize, ${lettingGoMs} ms after the end of speech, messages of ${partMs} ms`,
    finalized.flatMap(finalizedTextMs),
    liveGoals.finalized,
  );
};
await finalizeEach(100);
await finalizeEach(20);

const all = joinSamples(spoken.map(({ pcm }) => pcm));
const timer = setInterval(() => {
  killNext = true;
}, killEveryMs);
const killed = await speakAtPace(service, pcmRecording(all), { silenceMs });
clearInterval(timer);
const gap = quantiles(killedAtMs.flatMap((atMs) => textAfterKillMs(killed, atMs - killed.startedAt)));
print({
  figure: 'text after a runner is killed',
  value: gap,
  unit: 'ms',
  target: 'p95 ≤ 6000',
  pass: gap.p95 <= 6_000,
});

const reportCost = async (recording: Recording, partMs: number, maxUsd: number): Promise<void> => {
  bill = openBill();
  await speakAtPace(service, recording, { silenceMs, partMs });
  const cost = bill.perHour(recording.ms / 1_000);
  print({
    figure: `cost of an hour by list price, ${JSON.stringify(recording.audio)}, pieces of ${partMs} ms`,
    value: Object.fromEntries(Object.entries(cost).map(([part, usd]) => [part, rounded(usd, 4)])),
    unit: 'USD',
    target: `total ≤ ${maxUsd}`,
    pass: cost.total <= maxUsd,
  });
};
await reportCost(pcmRecording(all), 200, 0.2);
const webm = webmOf(all, chromiumKbitPerSecond);
await reportCost(
  { audio: { format: 'webm_opus' }, bytes: webm, ms: toMs(all.length) },
  chromiumSliceMs,
  0.13,
);
await service.stop();
