/**
 * Measures the processor time of each stage on a file, in sequence in this process. Uses the AWS endpoint of the environment.
 * Prints one line of JSON. node bench/turnaround/measure-stages.ts FILE TABLE BUCKET
 */
import { parallelReads } from '#lib/domain/transcriptions/finish-transcription.ts';
import { joinSpeech } from '#lib/speech/engines/join-speech.ts';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { chunkEncoder, decodeChunk } from '#lib/speech/audio/chunk-file.ts';
import { readFileAt } from '#lib/speech/audio/byte-reader.ts';
import { decodeAudio, findFfmpeg } from '#lib/speech/audio/decode.ts';
import { planParts } from '#lib/speech/audio/parts/plan-parts.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { toMs } from '#lib/speech/audio/pcm.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3, sqs } from '#lib/platform/aws/clients.ts';
import { openQueue } from '#lib/platform/aws/queue.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { someAtOnce } from '#lib/platform/some-at-once.ts';
import { ChunkText, inChannel } from '#lib/domain/transcriptions/chunk-text.ts';
import { formatSegments } from '#lib/domain/transcriptions/format-segments.ts';
import { inSpokenOrder, mergeResult } from '#lib/domain/transcriptions/result.ts';
import { type Claim, erasedRequest } from '#lib/domain/transcriptions/transcription.ts';
import { median } from '../../test/support/median.ts';
import { speechDir } from '../../test/support/speech.ts';
import { childrenProcessorMs, processorMs, threadMs } from '../support/processor-time.ts';
import { loadSpeech } from '../support/speech-parts.ts';
import type { Call } from './parameters.ts';
import type { ChunkTimes } from './stages.ts';

const [file = '', tableName = '', bucketName = ''] = process.argv.slice(2);

const { signal } = new AbortController();

const decodeFrom = processorMs() + childrenProcessorMs();
let samples = 0;
for await (const block of decodeAudio({ file, ffmpegPath: findFfmpeg(speechDir), signal }))
  samples += block[0]?.length ?? 0;
const decodeShare = (processorMs() + childrenProcessorMs() - decodeFrom) / toMs(samples);

const { cut, recognize } = await loadSpeech();
// A warm function has compiled its code, so the first runs do not count.
const warmUpChunks = 5;
const warmUp: Buffer[] = [];
for await (const chunk of cut(file, { multichannel: false, signal })) warmUp.push(chunkEncoder()(chunk));
for (const stored of warmUp.slice(0, warmUpChunks)) await recognize(decodeChunk(stored));
const childrenBefore = childrenProcessorMs();
// Cuts all chunks before recognizing the first one, like two separate functions, so that neither evicts the other's processor
// caches.
const cuts: (Pick<ChunkTimes, 'spanMs' | 'cutMs'> & { readonly stored: Buffer })[] = [];
let from = processorMs();
for await (const chunk of cut(file, { multichannel: false, signal })) {
  const cutMs = processorMs() - from;
  // The chunk is encoded as in the bucket. The time of encoding counts for `putAudio`.
  cuts.push({ cutMs, spanMs: chunk.endMs - chunk.startMs, stored: chunkEncoder()(chunk) });
  from = processorMs();
}
const ffmpegShare = (childrenProcessorMs() - childrenBefore) / toMs(samples);
const texts: string[] = [];
const chunks: ChunkTimes[] = [];
for (const { cutMs, spanMs, stored } of cuts) {
  const startAt = processorMs();
  texts.push(JSON.stringify(inChannel(await recognize(decodeChunk(stored)), null)));
  const recognizeMs = processorMs() - startAt;
  chunks.push({ spanMs, recognizeMs, decodeMs: spanMs * decodeShare, cutMs: cutMs + ffmpegShare * spanMs });
}

const planning = async (): Promise<number> => {
  const planFrom = processorMs();
  await readFileAt(file, (bytes) => planParts(bytes, offerOf(['moonshine-tiny']).chunks));
  return processorMs() - planFrom;
};
// Most of the planning of a file of hours runs in compiled code, so the first runs do not count.
const plans: number[] = [];
for (let run = 0; run < 5; run += 1) plans.push(await planning());
const planMs = median(plans) / (chunks.reduce((sum, { spanMs }) => sum + spanMs, 0) / 60_000);

/** The processor time of this process, and the share of its main thread. */
type Used = { readonly ms: number; readonly mainShare: number };
const watchUse = (): (() => Used) => {
  const allMs = processorMs();
  const mainMs = threadMs();
  return () => {
    const ms = processorMs() - allMs;
    return { ms, mainShare: (threadMs() - mainMs) / ms };
  };
};

const merging = (stored: readonly string[]): Used => {
  const used = watchUse();
  const speech = joinSpeech(stored.map((text) => ChunkText.parse(JSON.parse(text))));
  const segments = formatSegments(inSpokenOrder(speech.segments), erasedRequest);
  JSON.stringify(mergeResult({ ...speech, segments }, null));
  return used();
};
// Merges as many texts as an hour has. A warm function has already compiled its code, so the first run does not count.
const hour = Array.from({ length: 7 }, () => texts).flat();
merging(hour);
const merged = merging(hour);
const mergeMs = merged.ms / hour.length;

const [first] = cuts;
if (!first) throw new Error('The file has no chunk.');
const chunk = decodeChunk(first.stored);
const encode = chunkEncoder();
const bucket = openBucket(s3(), bucketName);
const table = openTable(dynamodb(), tableName);
const { QueueUrls = [] } = await sqs().send(new ListQueuesCommand({}));
const finish = QueueUrls.find((url) => /finish/i.test(url) && !/dead/i.test(url)) ?? '';
const send = openQueue<Claim>(sqs(), finish);
const key = { pk: 'bench', sk: String(process.pid) };

const name = (kind: string): string => `work/bench/${process.pid}.${kind}`;
const work: Record<Exclude<Call, 'getText'>, () => Promise<unknown>> = {
  putAudio: () => bucket.put(name('chunk'), encode(chunk), 'application/octet-stream'),
  getAudio: () => bucket.get(name('chunk')),
  putText: () => bucket.put(name('json'), texts[0] ?? '', 'application/json'),
  // The job does not exist, so the worker drops the message.
  sqsSend: () => send({ tenant: 'prj_bench.live', id: 'ofq_bench', attempt: 1 }),
  dynamoDb: () => table.update({ key, set: 'SET seen = :now', values: { ':now': Date.now() } }),
};
const callMs: Partial<Record<Call, number>> = {};
for (const call of ['putAudio', 'getAudio', 'putText', 'sqsSend', 'dynamoDb'] as const) {
  const times: number[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    const before = processorMs();
    await work[call]();
    times.push(processorMs() - before);
  }
  callMs[call] = median(times);
}

/** Reads as many texts as a long job has parts, like the finisher. */
const readingTexts = async (reads: number): Promise<Used> => {
  const used = watchUse();
  await someAtOnce(Array.from({ length: reads }), parallelReads, () => bucket.get(name('json')));
  return used();
};
// The first run does not count: a warm function has already read some texts.
const textReads = 150;
await readingTexts(textReads);
const read = await readingTexts(textReads);
callMs.getText = read.ms / textReads;
const mainThread = { getText: read.mainShare, merge: merged.mainShare };
await bucket.remove([name('chunk'), name('json')]);
console.log(JSON.stringify({ chunks, callMs, mergeMs, mainThread, planMs }));
process.exit();
