import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { JobFailure } from '#lib/platform/errors.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { originName, startOrigin } from '../../../support/https-origin.ts';
import { downloadFailed, failureOf, openFrom } from './opening.ts';
import { listen } from '../../../support/listen.ts';

const origin = await startOrigin();
afterAll(() => origin.stop());

const open = openFrom(origin);

describe('slow sources', () => {
  /** The failure of a source that stalls one byte below the minimum rate, after ten seconds of waiting. */
  const afterTenSeconds = async (lastSlowTry: boolean): Promise<unknown> => {
    const lost = Promise.withResolvers<void>();
    const url = origin.answering((_, response) => {
      response.on('close', lost.resolve).write(Buffer.alloc(199_999, 'OggS'));
    });
    const { timer, advance, waiting } = manualClock();
    const audio = await open(url, { lastSlowTry }, {}, timer);
    const failure = once(audio, 'error');
    let received = 0;
    audio.on('data', (chunk: Buffer) => (received += chunk.length));
    await expect.poll(() => [received, waiting().length]).toEqual([199_999, 1]);
    advance(10_000);
    await lost.promise;
    return (await failure)[0];
  };

  test('a source below the minimum rate is given up after ten seconds', async () => {
    const expected = { name: 'FetchFailure', kind: 'too_slow', transient: true };
    expect(await afterTenSeconds(false)).toMatchObject(expected);
    expect(await afterTenSeconds(true)).toMatchObject({
      ...downloadFailed('too_slow'),
      message: `${originName} sent less than 20 kB a second on average.`,
    });
  });

  test('a source that ended early is not slow, however small its file', async () => {
    const responses: ServerResponse[] = [];
    const url = origin.answering((_, response) => {
      responses.push(response);
      response.write('OggS');
    });
    const { timer, advance, waiting } = manualClock();
    const audio = await open(url, {}, {}, timer);
    const bytes = audio.toArray();
    await expect.poll(waiting).toHaveLength(1);
    advance(9_999);
    for (const response of responses) response.end();
    expect(Buffer.concat(await bytes).toString()).toBe('OggS');
    expect(waiting()).toEqual([]);
  });

  test('a slow or timed-out source gets fewer tries than one that fails otherwise', async () => {
    const late = origin.answering(() => {});
    const failing = origin.on('/failing', (_, response) => response.writeHead(503).end());
    const slow = { lastSlowTry: true, lastTry: false };
    expect(await failureOf(open(late, slow, { firstByteMs: 30 }))).toMatchObject(downloadFailed('timeout'));
    expect(await failureOf(open(failing, slow))).not.toBeInstanceOf(JobFailure);
  });

  test('a host that is down is not slow, though it does not answer', async () => {
    const server = createServer();
    const port = await listen(server);
    const silent = openFrom({ allowed: { ...origin.allowed, port } });
    const down = (lastTry: boolean) =>
      failureOf(silent(`https://${originName}:${port}/`, { lastSlowTry: true, lastTry }, { connectMs: 30 }));
    expect(await down(false)).not.toBeInstanceOf(JobFailure);
    expect(await down(true)).toMatchObject(downloadFailed('connect'));
    server.close();
  });
});
