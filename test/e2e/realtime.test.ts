import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { wordErrors } from '../support/word-errors.ts';
import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import type { RealtimeEvent } from '../../sdk/typescript/realtime.ts';
import { noSpeech, type Service, startService } from '../support/local-service.ts';
import {
  finalsOf,
  speak,
  type Speaking,
  speech,
  spokenSample,
  spokenWebm,
  textOf,
} from '../support/speaker.ts';

describe.skipIf(noSpeech)(`realtime sessions (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let isFatal = (_: FunctionCall): boolean => false;
  let pcm: Buffer;
  let undisturbed: string;
  beforeAll(async () => {
    service = await startService({ onCall: (call) => (isFatal(call) ? 'kill' : undefined) });
    pcm = spokenSample(14);
    undisturbed = textOf(await speak(await create(), pcm));
  });
  afterAll(() => service.stop());

  const create = async (body: object = {}) =>
    (await service.call('POST', '/v1/realtime/sessions', { body: { audio: speech, ...body } })).body;
  const read = async (id: string) => (await service.call('GET', `/v1/realtime/sessions/${id}`)).body;

  test('speech is transcribed while it is spoken, and is a transcription like any other afterwards', async () => {
    const session = await create({ words: true });
    // A runner that is behind leaves out partials.
    const events = await speak(session, pcm, { pace: 2 });
    const types = new Set(events.map(({ type }) => type));
    for (const type of ['session.started', 'audio.ack', 'transcript.partial', 'transcript.final'])
      expect(types).toContain(type);
    expect(textOf(events)).toMatch(/best of times.*worst of times/i);
    expect(
      finalsOf(events)[0]
        ?.words?.map(({ text }) => text)
        .join(' '),
    ).toBe(finalsOf(events)[0]?.text);
    const job = await service.ended(session.transcription_id);
    expect(job).toMatchObject({
      ...{ status: 'completed', transcript: textOf(events), audio_ms: 14_000 },
      billing: { status: 'charged', billed_ms: 14_000, amount_usd: '0.001167' },
    });
    expect(await read(session.id)).toMatchObject({
      status: 'completed',
      end_reason: 'finish',
      audio_ms: 14_000,
    });
    const path = `/v1/transcriptions/${session.transcription_id}/transcript?format=srt`;
    expect((await service.call('GET', path)).body).toMatch(/^1\n00:00:/);
  });

  test('the text is the same however often the connection breaks', async () => {
    const breaksAfter = [19, 59, 99];
    const events = await speak(await create(), pcm, { breaksAfter });
    expect(textOf(events)).toBe(undisturbed);
    const greetings = events.filter(({ type }) => type === 'session.started');
    expect(greetings.length).toBeGreaterThan(breaksAfter.length);
  });

  test.each([
    ['before it stores a final text', 'before', 'TransactWriteItems'],
    ['after it has stored a final text', 'after', 'TransactWriteItems'],
    ['while it sends', 'before', 'PostToConnection'],
  ])('the text is the same when a runner dies %s', async (_, phase, operation) => {
    let left = 1;
    isFatal = (call) => {
      const isHit =
        call.functionName.includes('runsession') && call.phase === phase && call.operation === operation;
      if (isHit) left -= 1;
      return isHit && left >= 0;
    };
    const session = await create();
    const events = await speak(session, pcm);
    isFatal = () => false;
    expect(left).toBeLessThanOrEqual(0);
    expect(textOf(events)).toBe(undisturbed);
    expect(await read(session.id)).toMatchObject({
      status: 'completed',
      billing: { billed_ms: 14_000, amount_usd: '0.001167' },
    });
  });

  describe('of WebM with Opus', () => {
    const audio = { format: 'webm_opus' };
    const seconds = 24;
    let webm: Buffer;
    const speakWebm = async (speaking: Speaking = {}) => {
      const session = await create({ audio });
      const partBytes = Math.ceil(webm.length / (10 * seconds));
      const events = await speak(session, webm, { pace: 4, partBytes, ...speaking });
      return { events, text: textOf(events), session: await read(session.id) };
    };
    beforeAll(() => {
      webm = spokenWebm(seconds);
    });

    test('have nearly the text of the recording, also when connections break and runners die', async () => {
      const { text, session } = await speakWebm();
      expect(session).toMatchObject({ status: 'completed', billing: { status: 'charged' } });
      expect(Math.abs(session.audio_ms - 1_000 * seconds)).toBeLessThan(100);
      const job = await service.transcribe(new Blob([webm]), 'audio/webm;codecs=opus');
      const { errors, words } = wordErrors(job.transcript, text);
      expect(errors / words).toBeLessThan(0.2);

      let kills = 1;
      isFatal = ({ functionName, operation, phase }) => {
        const isHit =
          functionName.includes('runsession') && phase === 'after' && operation === 'TransactWriteItems';
        if (isHit) kills -= 1;
        return isHit && kills >= 0;
      };
      const disturbed = await speakWebm({ breaksAfter: [49] });
      isFatal = () => false;
      expect(kills).toBeLessThan(1);
      expect(disturbed.text).toBe(text);
      expect(disturbed.session.billing).toEqual(session.billing);
    });

    test('end with the reason if they are none', async () => {
      const session = await create({ audio });
      const events = await speak(session, pcm.subarray(0, 32_000));
      expect(events.at(-2)).toMatchObject({ error: { type: 'unsupported_audio_format' }, fatal: true });
      expect(events.at(-1)).toMatchObject({ reason: 'unsupported_audio_format' });
      await expect
        .poll(() => read(session.id))
        .toMatchObject({ status: 'failed', end_reason: 'unsupported_audio_format' });
    });
  });

  test('a secret opens one connection, and a second client is told so', async () => {
    const session = await create();
    await speak(session, pcm.subarray(0, 32_000));
    const [event, ...more] = await speak(session, Buffer.alloc(0));
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'error', fatal: true, error: { type: 'expired', retryable: false } });
  });

  test('another listener reads the same events while the session lives, as server-sent events', async () => {
    const session = await create();
    const path = `/v1/realtime/sessions/${session.id}/events`;
    const heard: RealtimeEvent[] = [];
    /** What an EventSource does. */
    const listen = async (): Promise<void> => {
      for (let last = '0'; ;) {
        const headers = { accept: 'text/event-stream', 'last-event-id': last };
        const { status, body } = await service.call('GET', path, { headers });
        if (status === 204) return;
        expect(status).toBe(200);
        for (const [, id = '', data = ''] of body.matchAll(/^id: (\d+)\ndata: (.*)$/gm)) {
          last = id;
          heard.push(ServerEvent.parse(JSON.parse(data)));
        }
      }
    };
    const [events] = await Promise.all([speak(session, pcm), listen()]);
    const durable = events.filter((event) => 'id' in event);
    expect(durable.map(({ type }) => type)).toContain('session.finished');
    expect(heard).toEqual(durable);
    const { body } = await service.call('GET', `${path}?after=0`);
    expect(body).toEqual({
      ...{ data: durable, has_more: false, next_after: durable.length, session_status: 'completed' },
    });
  });

  test('a session that is deleted ends, and keeps what was said until then', async () => {
    const session = await create();
    const events = await speak(session, pcm, {
      onPart: (_, part) => {
        if (part === 100) void service.call('DELETE', `/v1/realtime/sessions/${session.id}`);
      },
    });
    expect(events.at(-1)).toMatchObject({ type: 'session.finished', reason: 'canceled' });
    expect((await service.ended(session.transcription_id)).transcript).toBe(textOf(events));
  });
});
