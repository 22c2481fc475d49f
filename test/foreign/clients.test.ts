import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, type Service, startService, wav } from '../support/local-service.ts';
import { spokenSample } from '../support/speaker.ts';
import { noPython, runPython } from './python.ts';

const missing = noSpeech ?? noPython;

describe.skipIf(missing)(`a Python client (${missing ?? 'on the local stack'})`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('a client written from the documents alone gets all text of a session, also across a broken connection', async () => {
    const { stack, key } = service;
    const text = await runPython(['realtime.py', stack.baseUrl, key], { input: spokenSample(14) });
    expect(text).toMatch(/best of times.*worst of times/i);
  });

  test('OpenAI’s client transcribes a recording, gets the times of its words, and raises its typed errors', async () => {
    const { stack, key } = service;
    const { buffer, byteOffset, length } = spokenSample(14);
    const input = wav(new Int16Array(buffer, byteOffset, length / 2));
    expect(await runPython(['openai_client.py', stack.baseUrl, key], { input })).toMatch(/best of times/i);
  });
});
