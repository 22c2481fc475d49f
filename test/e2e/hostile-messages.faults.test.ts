import fc from 'fast-check';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { type HostileMessage, hostileMessages } from '../support/hostile-messages.ts';
import { type Answer, noSpeech, type Service, startService } from '../support/local-service.ts';
import { speak, speech, spokenSample, textOf } from '../support/speaker.ts';
import { until } from '../support/until.ts';
import { seedOf } from '../support/seed.ts';
import { testFolder } from '../support/test-folder.ts';

const messages = Number(process.env['HOSTILE_MESSAGES'] ?? 400);
const lanes = 4;
const acceptedAtOnce = 25;
/** A third malformed message ends a connection. */
const maxFaults = 3;

/** EARSHOT_MESSAGES_SEED replays a run. */
const seed = seedOf('EARSHOT_MESSAGES_SEED');

const groupsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

describe.skipIf(noSpeech)(`hostile messages (EARSHOT_MESSAGES_SEED=${seed})`, () => {
  const dataDir = testFolder();
  const pcm = spokenSample(9);
  let service: Service;
  let undisturbed: string;
  beforeAll(async () => {
    service = await startService({ dataDir });
    undisturbed = textOf(await speak(await create(), pcm));
  });
  afterAll(async () => {
    await service.stop();
  });

  const create = async (): Promise<Answer['body']> => {
    const body = { audio: speech, client_secret_ttl_seconds: 600 };
    return (await service.call('POST', '/v1/realtime/sessions', { body })).body;
  };

  /** A client that violates the protocol, with the errors in the responses. */
  const dial = async (session: Answer['body']) => {
    const socket = new WebSocket(session.websocket_url, ['earshot.v1', session.client_secret.value]);
    const events: ServerEvent[] = [];
    socket.on('message', (text: unknown) => events.push(ServerEvent.parse(JSON.parse(String(text)))));
    socket.on('error', () => {});
    const closed = once(socket, 'close').then(([code]: unknown[]) => code);
    await once(socket, 'open');
    const count = (type: string) => events.filter((event) => event.type === type).length;
    /** The refusals. A gap in the audio is reported as an error too, but is not a refusal. */
    const refusals = () =>
      events.flatMap((event) =>
        event.type === 'error' && event.error.type !== 'audio_gap_too_long' ? [event] : [],
      );
    const refusal = (nth: number) =>
      until(`refusal ${nth}`, async () => refusals()[nth - 1], { maxMs: 20_000, everyMs: 5 });
    return { socket, closed, count, refusals, refusal };
  };

  /** Three invalid messages on one connection. The third ends the connection. */
  const sendInvalid = async (
    session: Answer['body'],
    group: readonly HostileMessage[],
  ): Promise<string[]> => {
    const { socket, closed, refusal } = await dial(session);
    const faults: string[] = [];
    for (const [at, { text, outcome }] of group.entries()) {
      socket.send(text);
      const { error, fatal } = await refusal(at + 1);
      const isLast = outcome === 'audio_too_fast' || at + 1 === maxFaults;
      if (error.type !== outcome || fatal !== isLast)
        faults.push(`${error.type}, fatal ${fatal}, instead of ${outcome}: ${text.slice(0, 200)}`);
    }
    const last = group.at(-1);
    if (group.length === maxFaults || last?.outcome === 'audio_too_fast') {
      if ((await closed) !== 1000) faults.push(`closed with ${String(await closed)}`);
    } else socket.close();
    return faults;
  };

  const sendAccepted = async (
    session: Answer['body'],
    group: readonly HostileMessage[],
  ): Promise<string[]> => {
    const { socket, count, refusals } = await dial(session);
    for (const { text } of group) socket.send(text);
    await delay(100);
    const before = count('pong');
    socket.send('{"type":"ping"}');
    await until('a pong', async () => count('pong') > before || undefined, { everyMs: 5 });
    await delay(100);
    const isOpen = socket.readyState === socket.OPEN;
    socket.close();
    const faults = refusals().map(
      ({ error }) => `${error.type} in ${group.map(({ text }) => text.slice(0, 60)).join(' ')}`,
    );
    return isOpen ? faults : [...faults, 'closed'];
  };

  test(
    `each of ${messages} is accepted or refused by its typed error, the third of a connection ends it, and a neighbour is not disturbed`,
    { timeout: 10 * 60_000 },
    async () => {
      const all = fc.sample(hostileMessages, { seed, numRuns: messages });
      const withOutcome = (wanted: HostileMessage['outcome']) =>
        all.filter(({ outcome }) => outcome === wanted);
      const work = [
        ...groupsOf(withOutcome('invalid_message'), maxFaults).map((group) => ({ send: sendInvalid, group })),
        ...groupsOf(withOutcome('audio_too_fast'), 1).map((group) => ({ send: sendInvalid, group })),
        ...groupsOf(withOutcome('accepted'), acceptedAtOnce).map((group) => ({ send: sendAccepted, group })),
      ];
      const rest = work.values();
      const lane = async (): Promise<string[]> => {
        const session = await create();
        const faults: string[] = [];
        for (const { send, group } of rest) faults.push(...(await send(session, group)));
        await service.call('DELETE', `/v1/realtime/sessions/${session.id}`);
        const job = await service.ended(session.transcription_id);
        return job.status === 'completed' || job.status === 'canceled'
          ? faults
          : [...faults, `a session ends as ${job.status}`];
      };
      const neighbour = create().then((session) => speak(session, pcm, { pace: 1 }));
      const faults = await Promise.all(Array.from({ length: lanes }, lane));
      expect(faults.flat()).toEqual([]);
      expect(textOf(await neighbour)).toBe(undisturbed);
    },
  );

  test('frames that API Gateway refuses close the connection, and a long message in small frames is refused by us', async () => {
    const session = await create();
    const inFrames = (socket: WebSocket, bytes: number): void => {
      for (let left = bytes; left > 0; left -= 16_000)
        socket.send('x'.repeat(Math.min(16_000, left)), { fin: left <= 16_000 });
    };
    const codeAfter = async (send: (socket: WebSocket) => void) => {
      const { socket, closed } = await dial(session);
      send(socket);
      return closed;
    };
    expect(await codeAfter((socket) => socket.send(Buffer.alloc(100)))).toBe(1003);
    expect(await codeAfter((socket) => socket.send('x'.repeat(33_000)))).toBe(1009);
    expect(await codeAfter((socket) => inFrames(socket, 132_000))).toBe(1009);
    const { socket, refusal } = await dial(session);
    inFrames(socket, 128_000);
    expect(await refusal(1)).toMatchObject({ error: { type: 'invalid_message' }, fatal: false });
    socket.close();
  });

  test('no function has crashed or run out of memory or time', async () => {
    const log = readFileSync(join(dataDir, 'logs/functions.log'), 'utf8');
    expect(log).toContain('realtime.message_refused');
    expect(
      log.split('\n').filter((line) => /crashed|OutOfMemory|timed out|"level":"ERROR"/.test(line)),
    ).toEqual([]);
  });
});
