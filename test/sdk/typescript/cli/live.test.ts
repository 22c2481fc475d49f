import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { live, samplesOf } from '../../../../sdk/typescript/cli/live.ts';
import { Earshot } from '../../../../sdk/typescript/client.ts';
import { answered, fakeEnvironment } from '../../../support/fake-fetch.ts';
import { FakeSocket } from '../../../support/fake-socket.ts';
import { fakeTerminal } from '../../../support/fake-terminal.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = testFolder();

beforeEach(() => {
  FakeSocket.opened = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const started = {
  type: 'session.started',
  connection: 1,
  next_offset: 0,
  last_event_id: 0,
  resume: { token: 'es_rr_a', expires_at: '2026-11-20T11:00:00.000Z' },
  audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 },
  limits: { max_message_bytes: 24_000, ack_every_ms: 1_000, max_lead_ms: 30_000 },
};
const final = (id: number, text: string) => ({
  type: 'transcript.final',
  id,
  segment: { id, start_ms: 0, end_ms: 9, text, language: 'en', end_reason: 'silence' },
});

/** The output of `live` if the service sends `events`. */
const spoken = async (...events: object[]) => {
  const samples = Readable.from([new Uint8Array(3_200), new Uint8Array(1_600)]);
  return spokenBy(samples, events);
};

const begun = async (samples: Readable, signal?: AbortSignal) => {
  const session = { websocket_url: 'wss://rt.example/?session=rts_a', client_secret: { value: 'es_rt_s' } };
  const { environment, requests } = fakeEnvironment(() => answered(session, 201));
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  const { terminal, printed } = fakeTerminal();
  const done = live(earshot, { samples: () => samples, languages: ['en'], signal }, terminal);
  await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(1));
  return { done, printed, requests };
};

const spokenBy = async (samples: Readable, events: readonly object[], signal?: AbortSignal) => {
  const running = await begun(samples, signal);
  FakeSocket.last.open();
  for (const event of [started, ...events]) FakeSocket.last.receive(event);
  return running;
};

const finished = {
  type: 'session.finished',
  id: 3,
  reason: 'finish',
  transcription_id: 'ofq_a',
  audio_ms: 150,
  billing: {},
  segments: 2,
};

test('final texts are printed as they come, until the session ends', async () => {
  const { done, printed, requests } = await spoken(final(1, 'Hello.'), final(2, 'There.'), finished);
  await done;
  expect(printed).toEqual(['Hello.', 'There.']);
  expect(JSON.parse(requests[0]?.text ?? '')).toEqual({
    audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 },
    language_hints: ['en'],
    max_session_seconds: 18_000,
  });
  const sent = FakeSocket.last.sent.filter(({ type }) => type === 'audio');
  expect(sent.reduce((bytes, { data }) => bytes + Buffer.from(data, 'base64').length, 0)).toBe(4_800);
  expect(FakeSocket.last.sent).toContainEqual(expect.objectContaining({ type: 'finish', offset: 4_800 }));
});

test('an interrupt ends what is spoken, and its text is still printed', async () => {
  const microphone = new Readable({ read: () => undefined });
  const stop = new AbortController();
  const { done, printed } = await spokenBy(microphone, [], stop.signal);
  microphone.push(new Uint8Array(3_200));
  await vi.waitFor(() =>
    expect(FakeSocket.last.sent).toContainEqual(expect.objectContaining({ type: 'audio' })),
  );
  stop.abort();
  await vi.waitFor(() =>
    expect(FakeSocket.last.sent).toContainEqual(expect.objectContaining({ type: 'finish', offset: 3_200 })),
  );
  for (const event of [final(1, 'Hello.'), final(2, 'There.'), finished]) FakeSocket.last.receive(event);
  await done;
  expect(printed).toEqual(['Hello.', 'There.']);
});

test('a service that no WebSocket reaches for a minute ends the command with a message', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { done } = await begun(new Readable({ read: () => undefined }));
  vi.advanceTimersByTime(61_000);
  FakeSocket.last.close();
  await expect(done).rejects.toThrow(
    'The session is lost: its WebSocket could not be reached at rt.example.',
  );
});

test('an error that ends the session ends the command with its message, and what is spoken', async () => {
  const microphone = new Readable({ read: () => undefined });
  const error = {
    type: 'insufficient_credits',
    message: 'The credit is used up.',
    request_id: 'r',
    details: {},
  };
  const { done } = await spokenBy(microphone, [
    { type: 'error', fatal: true, error: { ...error, retryable: false } },
  ]);
  await expect(done).rejects.toThrow('The credit is used up.');
  expect(microphone.destroyed).toBe(true);
});

test.each([
  ['max_session', 'The session ended before its audio: max_session. Its text is in the transcription ofq_a.'],
  ['failed', 'The session ended before its audio: failed. Its text is in the transcription ofq_a.'],
])(
  'a session that ends by itself (%s) ends the command with that reason, and what is spoken',
  async (reason, message) => {
    const microphone = new Readable({ read: () => undefined });
    const { done, printed } = await spokenBy(microphone, [
      final(1, 'Hello.'),
      final(2, 'There.'),
      { ...finished, reason },
    ]);
    await expect(done).rejects.toThrow(message);
    expect(printed).toEqual(['Hello.', 'There.']);
    expect(microphone.destroyed).toBe(true);
  },
);

test.each([
  ['after which the client connects again', true, { type: 'service_unavailable', retryable: true }],
  ['that does not end the session', false, { type: 'audio_gap_too_long', retryable: false }],
])('the command goes on after an error %s', async (_, fatal, error) => {
  const { done, printed } = await spoken(
    { type: 'error', fatal, error: { message: 'No.', request_id: 'r', details: {}, ...error } },
    final(1, 'Hello.'),
    final(2, 'There.'),
    finished,
  );
  await done;
  expect(printed).toEqual(['Hello.', 'There.']);
});

test('a recording that cannot be read ends the command with its message, and leaves no connection open', async () => {
  const recording = new Readable({ read: () => undefined });
  const { done } = await spokenBy(recording, []);
  recording.destroy(new Error('No ffmpeg.'));
  await expect(done).rejects.toThrow('No ffmpeg.');
  expect(FakeSocket.last.readyState).toBe(FakeSocket.CLOSED);
});

test('a file that ffmpeg cannot read is an error, not a recording without speech', async () => {
  writeFileSync(join(folder, 'ffmpeg'), '#!/bin/sh\nexit 1', { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  await expect(samplesOf('notes.txt').toArray()).rejects.toThrow('ffmpeg cannot read notes.txt.');
});
