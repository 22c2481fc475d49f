import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { wordErrors } from '../support/word-errors.ts';
import type { FunctionCall } from '#local/aws-endpoint/on-call.ts';
import type { RealtimeEvent } from '../../sdk/typescript/realtime.ts';
import { type Answer, noSpeech, type Service, startService } from '../support/local-service.ts';
import {
  finalsOf,
  speak,
  type Speaking,
  speech,
  spokenSample,
  spokenWebm,
  textOf,
} from '../support/speaker.ts';

/** Some sentences. The first ones become final before the end. */
const seconds = 9;

describe.skipIf(noSpeech)(`realtime sessions (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let isFatal = (_: FunctionCall): boolean => false;
  let pcm: Buffer;
  /** An undisturbed session, and the events of another listener. */
  let undisturbed: {
    readonly session: Answer['body'];
    readonly events: readonly RealtimeEvent[];
    readonly heard: readonly RealtimeEvent[];
    readonly text: string;
  };
  beforeAll(async () => {
    service = await startService({ onCall: (call) => (isFatal(call) ? 'kill' : undefined) });
    pcm = spokenSample(seconds);
    const session = await create({ words: true });
    // A runner that is behind omits partials.
    const [events, heard] = await Promise.all([speak(session, pcm, { pace: 2 }), listen(session)]);
    undisturbed = { session, events, heard, text: textOf(events) };
  });
  afterAll(() => service.stop());

  const create = async (body: object = {}) =>
    (await service.call('POST', '/v1/realtime/sessions', { body: { audio: speech, ...body } })).body;
  const read = async (id: string) => (await service.call('GET', `/v1/realtime/sessions/${id}`)).body;
  /** The behavior of an EventSource. */
  const listen = async ({ id: sessionId }: { readonly id: string }): Promise<RealtimeEvent[]> => {
    const heard: RealtimeEvent[] = [];
    for (let last = '0'; ;) {
      const headers = { accept: 'text/event-stream', 'last-event-id': last };
      const path = `/v1/realtime/sessions/${sessionId}/events`;
      const { status, body } = await service.call('GET', path, { headers });
      if (status === 204) return heard;
      expect(status).toBe(200);
      for (const [, id = '', data = ''] of body.matchAll(/^id: (\d+)\ndata: (.*)$/gm)) {
        last = id;
        heard.push(ServerEvent.parse(JSON.parse(data)));
      }
    }
  };
  /** Kills the first runner that stores a final text, before or after the write. */
  const whileOneDies = async <T>(phase: 'before' | 'after', act: () => Promise<T>): Promise<T> => {
    let hits = 0;
    isFatal = (call) => {
      const isHit =
        call.functionName.includes('runsession') &&
        call.phase === phase &&
        call.operation === 'TransactWriteItems';
      if (isHit) hits += 1;
      return isHit && hits === 1;
    };
    const done = await act().finally(() => {
      isFatal = () => false;
    });
    expect(hits).toBeGreaterThan(0);
    return done;
  };

  test('speech is transcribed while it is spoken, and is a transcription like any other afterwards', async () => {
    const { session, events, text } = undisturbed;
    const types = new Set(events.map(({ type }) => type));
    for (const type of ['session.started', 'audio.ack', 'transcript.partial', 'transcript.final'])
      expect(types).toContain(type);
    expect(text).toMatch(/best of times.*worst of times/i);
    expect(
      finalsOf(events)[0]
        ?.words?.map((word) => word.text)
        .join(' '),
    ).toBe(finalsOf(events)[0]?.text);
    const job = await service.ended(session.transcription_id);
    expect(job).toMatchObject({
      status: 'completed',
      transcript: text,
      audio_ms: 9_000,
      billing: { status: 'charged', billed_ms: 9_000, amount_usd: '0.000750' },
    });
    expect(await read(session.id)).toMatchObject({
      status: 'completed',
      end_reason: 'finish',
      audio_ms: 9_000,
    });
    const path = `/v1/transcriptions/${session.transcription_id}/transcript?format=srt`;
    expect((await service.call('GET', path)).body).toMatch(/^1\n00:00:/);
  });

  test('the text is the same however often the connection breaks', async () => {
    const breaksAfter = [19, 49, 79];
    const events = await speak(await create(), pcm, { breaksAfter });
    expect(textOf(events)).toBe(undisturbed.text);
    const greetings = events.filter(({ type }) => type === 'session.started');
    expect(greetings.length).toBeGreaterThan(breaksAfter.length);
  });

  test('the text is the same when a runner dies before it stores a final text', async () => {
    const session = await create();
    const events = await whileOneDies('before', async () => speak(session, pcm));
    expect(textOf(events)).toBe(undisturbed.text);
    expect(await read(session.id)).toMatchObject({
      status: 'completed',
      billing: { billed_ms: 9_000, amount_usd: '0.000750' },
    });
  });

  describe('of WebM with Opus', () => {
    const webmSeconds = 14;
    const audio = { format: 'webm_opus' };
    let webm: Buffer;
    const speakWebm = async (speaking: Speaking = {}) => {
      const session = await create({ audio });
      const partBytes = Math.ceil(webm.length / (10 * webmSeconds));
      const events = await speak(session, webm, { pace: 4, partBytes, ...speaking });
      return { events, text: textOf(events), session: await read(session.id) };
    };
    beforeAll(() => {
      webm = spokenWebm(webmSeconds);
    });

    test('sessions of WebM with Opus have nearly the text of the recording, also when connections break and runners die', async () => {
      const { text, session } = await speakWebm();
      expect(session).toMatchObject({ status: 'completed', billing: { status: 'charged' } });
      expect(Math.abs(session.audio_ms - 1_000 * webmSeconds)).toBeLessThan(100);
      const job = await service.transcribe(new Blob([webm]), 'audio/webm;codecs=opus');
      const { errors, words } = wordErrors(job.transcript, text);
      expect(errors / words).toBeLessThan(0.2);

      const disturbed = await whileOneDies('after', async () => speakWebm({ breaksAfter: [49] }));
      expect(disturbed.text).toBe(text);
      expect(disturbed.session.billing).toEqual(session.billing);
    });

    test('a session of WebM with Opus ends with the reason if its audio is none', async () => {
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
    const { session, events, heard } = undisturbed;
    const durable = events.filter((event) => 'id' in event);
    expect(durable.map(({ type }) => type)).toContain('session.finished');
    expect(heard).toEqual(durable);
    const { body } = await service.call('GET', `/v1/realtime/sessions/${session.id}/events?after=0`);
    expect(body).toEqual({
      data: durable,
      has_more: false,
      next_after: durable.length,
      session_status: 'completed',
    });
  });

  test('a session that is deleted ends, and keeps what was said until then', async () => {
    const session = await create();
    const events = await speak(session, pcm, {
      onPart: (_, part) => {
        if (part === 60) void service.call('DELETE', `/v1/realtime/sessions/${session.id}`);
      },
    });
    expect(events.at(-1)).toMatchObject({ type: 'session.finished', reason: 'canceled' });
    expect((await service.ended(session.transcription_id)).transcript).toBe(textOf(events));
  });
});
