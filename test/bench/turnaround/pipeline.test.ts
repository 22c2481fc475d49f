import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aws, laptop, memoryGb, type Deployment } from '../../../bench/turnaround/parameters.ts';
import { type Audio, type Job, runJob } from '../../../bench/turnaround/pipeline.ts';
import type { Stages } from '../../../bench/turnaround/stages.ts';
import { seeded } from '../../support/random.ts';

const ms = fc.integer({ min: 1, max: 5_000 });
const chunk = fc.record({ spanMs: ms, decodeMs: fc.constant(0), cutMs: ms, recognizeMs: ms });
const audio: fc.Arbitrary<Audio> = fc.record({
  chunks: fc.array(chunk, { minLength: 1, maxLength: 40 }),
  bytes: fc.constant(1_000_000),
});
const calls = { getAudio: 4, putAudio: 5, getText: 3, putText: 3, sqsSend: 2, dynamoDb: 3 };
const stages: Stages = {
  chunks: [],
  callMs: calls,
  mergeMs: 1,
  mainThread: { getText: 0.6, merge: 0.6 },
  planMs: 1,
  decoderMs: 60,
  coldMs: { split: 200, recognize: 600, finish: 200 },
};
const free: Stages = {
  ...stages,
  callMs: { getAudio: 0, putAudio: 0, getText: 0, putText: 0, sqsSend: 0, dynamoDb: 0 },
  mergeMs: 0,
  planMs: 0,
  decoderMs: 0,
  coldMs: { split: 0, recognize: 0, finish: 0 },
};
const run = (job: Job, deployment: Deployment, measured = stages) =>
  runJob(job, measured, deployment, seeded(7));

test('on one processor without latency a job takes the sum of all work', () => {
  fc.assert(
    fc.property(audio, (job) => {
      const sum = job.chunks.reduce((all, { cutMs, recognizeMs }) => all + cutMs + recognizeMs, 0);
      const fetchMs = 1;
      expect(run(job, laptop(1), free).completedMs).toBeCloseTo(sum + fetchMs, 3);
    }),
  );
});

test('a job in AWS ends only after all its chunks are cut in sequence and the last one is recognized', () => {
  fc.assert(
    fc.property(audio, (job) => {
      const cutMs = aws.slowdown * job.chunks.reduce((all, one) => all + one.cutMs, 0);
      const last = aws.slowdown * (job.chunks.at(-1)?.recognizeMs ?? 0);
      const { completedMs, splitMs, recognizedMs } = run(job, aws);
      expect(splitMs).toBeGreaterThanOrEqual(cutMs);
      expect(recognizedMs).toBeGreaterThanOrEqual(cutMs + last);
      expect(completedMs).toBeGreaterThanOrEqual(Math.max(splitMs, recognizedMs));
    }),
  );
});

const long = fc.record({
  chunks: fc.array(fc.record({ spanMs: fc.constant(30_000), decodeMs: ms, cutMs: ms, recognizeMs: ms }), {
    minLength: 30,
    maxLength: 60,
  }),
  bytes: fc.constant(1_000_000),
});

test('a long job is cut in parts, which does not wait for the sum of all cuts', () => {
  fc.assert(
    fc.property(long, (job) => {
      const cutMs = aws.slowdown * job.chunks.reduce((all, one) => all + one.cutMs, 0);
      const asOne = run(job, { ...aws, partMs: Infinity });
      expect(asOne.splitMs).toBeGreaterThanOrEqual(cutMs);
      expect(run(job, aws, free).splitMs).toBeLessThan(asOne.splitMs);
    }),
  );
});

test('a job with cold starts is billed more than a warm one', () => {
  fc.assert(
    fc.property(audio, (job) => {
      const cold = run(job, { ...aws, warm: false });
      expect(cold.gbSeconds).toBeGreaterThan(run(job, aws).gbSeconds);
    }),
  );
});

test('the same seed gives the same job', () => {
  fc.assert(
    fc.property(audio, (job) => {
      expect(run(job, aws)).toEqual(run(job, aws));
    }),
  );
});

test('a job that is queued later takes as long, counted from then', () => {
  fc.assert(
    fc.property(audio, ms, (job, atMs) => {
      const { completedMs, splitMs, recognizedMs } = run(job, aws);
      const later = run({ ...job, atMs }, aws);
      expect(later.completedMs).toBeCloseTo(completedMs, 3);
      expect(later.splitMs).toBeCloseTo(splitMs, 3);
      expect(later.recognizedMs).toBeCloseTo(recognizedMs, 3);
    }),
  );
});

test('with a second processor the finisher works as long as its main thread, and nothing before changes', () => {
  fc.assert(
    fc.property(long, (job) => {
      const merging = { ...stages, mergeMs: 100, mainThread: { getText: 1, merge: 0.6 } };
      const one = run(job, { ...aws, finisherGb: memoryGb }, merging);
      const two = run(job, { ...aws, finisherGb: 2 * memoryGb }, merging);
      expect(two.recognizedMs).toBe(one.recognizedMs);
      const savedMs = 0.4 * aws.slowdown * merging.mergeMs * job.chunks.length;
      expect(one.completedMs - two.completedMs).toBeCloseTo(savedMs, 3);
    }),
    { numRuns: 10 },
  );
});

test('texts that are not joined in time are read chunk by chunk', () => {
  const chunks = Array.from({ length: 48 }, () => ({
    spanMs: 30_000,
    decodeMs: 0,
    cutMs: 0,
    recognizeMs: 1,
  }));
  const reading = { ...free, callMs: { ...free.callMs, getText: 10 } };
  const { completedMs, recognizedMs } = run({ chunks, bytes: 0 }, laptop(1), reading);
  // At least the last part has no joined text: one read finds that out, and then each chunk is read.
  expect(completedMs - recognizedMs).toBeGreaterThan(10 * (chunks.length / (aws.partMs / 30_000) + 1));
});
