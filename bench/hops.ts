/**
 * Predicts the delay that AWS adds to live text, without recognition and the customer's own network: from the arrival of an
 * audio message at the gateway to the departure of its text. Runs the runner's own schedule of reads on a simulated clock.
 * Nothing was measured on AWS.
 * `node bench/hops.ts`
 */
import { pollMs } from '#lib/domain/realtime/pace.ts';
import { type Random, seeded } from '../test/support/random.ts';
import { print } from './support/figure.ts';
import { quantile, rounded } from './support/numbers.ts';
import { aws, draw, type Latency } from './turnaround/parameters.ts';

const messages = 20_000;
/** The latencies of requests and responses through the gateway. */
const latency: Readonly<Record<'toFunction' | 'write' | 'read' | 'post', Latency>> = {
  // Assumed: published figures are of whole round trips. A function that is warm, as after a session's first message.
  toFunction: { p50: 12, p99: 60 },
  // Published for writes; a read is taken for as slow.
  write: aws.latency.dynamoDb,
  read: aws.latency.dynamoDb,
  // Assumed: one signed request to the gateway's own endpoint.
  post: { p50: 15, p99: 60 },
};

/**
 * The time in ms at which each message is stored. Messages of a connection are stored concurrently, so one may overtake
 * another.
 */
const storedAt = (random: Random, frameMs: number): number[] =>
  Array.from(
    { length: messages },
    (_, at) => at * frameMs + draw(latency.toFunction, random) + draw(latency.write, random),
  );

type Run = { readonly hopsMs: readonly number[]; readonly looksPerSecond: number };

/** A runner that looks for messages, and sends the text of each one at once. */
const run = (random: Random, frameMs: number): Run => {
  const stored = storedAt(random, frameMs);
  const hopsMs: number[] = [];
  let nowMs = 0;
  let foundMs = 0;
  let through = 0;
  let looks = 0;
  while (through < messages) {
    looks += 1;
    const askedMs = nowMs;
    nowMs += draw(latency.read, random);
    const before = through;
    for (; (stored[through] ?? Infinity) <= askedMs; through += 1)
      hopsMs.push(nowMs + draw(latency.post, random) - through * frameMs);
    if (through > before) foundMs = nowMs;
    else nowMs += pollMs({ sinceFoundMs: nowMs - foundMs, frameMs });
  }
  return { hopsMs, looksPerSecond: (1_000 * looks) / nowMs };
};

for (const frameMs of [20, 100, 200, 300]) {
  const { hopsMs, looksPerSecond } = run(seeded(frameMs), frameMs);
  const p50 = Math.round(quantile(hopsMs, 0.5));
  const p99 = Math.round(quantile(hopsMs, 0.99));
  print({
    figure: `added by AWS to live text by the model, messages of ${frameMs} ms`,
    value: { p50, p99, looksPerSecond: rounded(looksPerSecond, 1) },
    unit: 'ms',
    target: 'p50 ≤ 60, p99 ≤ 200',
    pass: p50 <= 60 && p99 <= 200,
  });
}
