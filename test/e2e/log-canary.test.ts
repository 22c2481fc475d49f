import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseKey } from '#lib/domain/auth/api-key.ts';
import { asPage } from '../support/console.ts';
import { plainBrowser } from '../support/plain-browser.ts';
import { callbackOf, signIn } from '../support/sign-in.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { speak, speech, spokenSample, textOf } from '../support/speaker.ts';
import { testFolder } from '../support/test-folder.ts';

const dataDir = testFolder();

/** Secret values that no log may contain, by the place where each was sent. */
const canaries = new Map<string, string>();
/** A new unique value. */
const canary = (place: string, word = `canary${randomBytes(12).toString('hex')}`): string => {
  canaries.set(place, word);
  return word;
};

/** The places whose canaries the text contains. */
const foundIn = (text: string): string[] =>
  [...canaries].filter(([, word]) => text.toLowerCase().includes(word.toLowerCase())).map(([place]) => place);

const filesUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    : [];

const runsOfThree = (text: string): string[] => {
  const words = text.split(' ');
  return words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '));
};

describe.skipIf(noSpeech)(`what customers send (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let origin: Origin;
  const refusals: string[] = [];

  const refused = async (
    method: string,
    path: string,
    request: { body?: unknown; headers?: object } = {},
  ) => {
    const { status, body, headers } = await service.call(method, path, request);
    if (status < 400) throw new Error(`${method} ${path} was answered ${status}.`);
    refusals.push(JSON.stringify(body), JSON.stringify([...headers]));
  };

  /** A job with a canary in every field. */
  const transcribed = async (file: Blob, name: string, status: string): Promise<any> => {
    const headers = {
      'idempotency-key': canary(`Idempotency-Key of ${name}`),
      'user-agent': canary(`User-Agent of ${name}`),
      cookie: `session=${canary(`cookie of ${name}`)}`,
    };
    const { body: grant } = await service.call('POST', '/v1/transcription-uploads', {
      headers,
      body: { content_type: 'application/octet-stream', filename: `${canary(`filename of ${name}`)}.ogg` },
    });
    for (const field of ['Policy', 'X-Amz-Signature', 'X-Amz-Credential', 'X-Amz-Security-Token']) {
      const value = grant.upload_fields[field];
      if (value !== undefined) canary(`${field} of the grant of ${name}`, value);
    }
    await service.post(grant, file);
    const fields = {
      context: canary(`context of ${name}`),
      custom_vocabulary: [canary(`custom_vocabulary of ${name}`)],
      language_hints: ['en'],
    };
    const { body } = await service.call('POST', '/v1/transcriptions', {
      headers,
      body: { upload_id: grant.id, ...fields },
    });
    const job = await service.ended(body.id);
    if (job.status !== status) throw new Error(`The job of ${name} has ${job.status}.`);
    refusals.push(JSON.stringify(job.error));
    return job;
  };

  /** A session with a canary in every field, spoken until its end. */
  const spoken = async (): Promise<void> => {
    const { body: session } = await service.call('POST', '/v1/realtime/sessions', {
      body: {
        audio: speech,
        context: canary('context of a session'),
        custom_vocabulary: [canary('custom_vocabulary of a session')],
        client_reference_id: canary('client_reference_id of a session'),
      },
    });
    canary('client secret', session.client_secret.value);
    const events = await speak(session, spokenSample(10));
    for (const event of events)
      if (event.type === 'session.started') canary('resume token', event.resume.token);
    for (const three of runsOfThree(textOf(events))) canary(`live "${three}"`, three);
    const socket = new WebSocket(session.websocket_url, [
      'earshot.v1',
      canary('a client secret that is none'),
    ]);
    await new Promise((resolve) => socket.addEventListener('close', resolve));
  };

  /** A user who signs in, creates an API key, fails to sign in, and signs out. */
  const visitedConsole = async (): Promise<void> => {
    const { baseUrl } = service.stack;
    const browser = plainBrowser();
    const email = `${canary('email address')}@example.com`;
    await signIn(browser, baseUrl, email);
    for (const [name, value] of browser.jar) canary(`the cookie ${name}`, value);
    for (const url of browser.visited)
      for (const [name, value] of url.searchParams)
        if (value.length > 20 && !value.startsWith('http')) canary(`${name} of ${url.pathname}`, value);
    const cookie = `__Host-session=${browser.jar.get('__Host-session')}`;
    const ask = async (method: string, path: string, body?: object): Promise<any> => {
      const headers = { ...asPage(cookie), 'content-type': 'application/json' };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return JSON.parse((await browser.ask(`${baseUrl}/api/platform/v1${path}`, init)).text);
    };
    const { id } = await ask('POST', '/organizations', { name: canary('name of an organization') });
    const project = await ask('POST', `/organizations/${id}/projects`, { name: canary('name of a project') });
    const name = canary('name of an API key');
    const { secret } = await ask('POST', `/projects/${project.id}/api-keys`, { name, mode: 'live' });
    canary('secret of a new API key', parseKey(secret)?.secret ?? '');

    const forged = await callbackOf(browser, baseUrl, email);
    forged.searchParams.set('code', canary('a code that is none'));
    forged.searchParams.set('more', canary('query of a callback'));
    await browser.ask(forged);
    const unsigned = plainBrowser();
    unsigned.jar.set('__Host-sign-in', canary('a sign-in cookie that is none'));
    await unsigned.ask(`${baseUrl}/api/platform/v1/sign-in/callback?code=x&state=${canary('a state')}`);
    refusals.push(JSON.stringify(await ask('GET', `/session?x=${canary('query of a session')}`)));
    await ask('DELETE', '/session');
    refusals.push(JSON.stringify(await ask('GET', '/session')));
  };

  beforeAll(async () => {
    origin = await startOrigin();
    const { ca: _, ...allowed } = origin.allowed;
    service = await startService({ dataDir, origins: [{ allowed }] });
    await visitedConsole();
    canary('secret of the API key', parseKey(service.key)?.secret ?? '');

    const done = await transcribed(tenSeconds('-f', 'ogg'), 'a recording', 'completed');
    for (const three of runsOfThree(done.transcript)) canary(`spoken "${three}"`, three);

    await spoken();

    const cutOff = tenSeconds('-f', 'mp4', '-metadata', `title=${canary('title in a damaged file')}`);
    await transcribed(cutOff.slice(0, cutOff.size / 2), 'a damaged file', 'failed');
    const text = new Blob([`${canary('text of a file that is no audio')} `.repeat(99)]);
    await transcribed(text, 'a file that is no audio', 'failed');

    const secret = `Bearer es_live_${canary('an ill-formed API key')}`;
    await refused('GET', `/v1/transcriptions/ofq_x`, { headers: { authorization: secret } });
    await refused('GET', `/v1/transcriptions/${canary('id in a path')}`);
    await refused('GET', `/v1/${canary('path')}`);
    await refused('GET', `/v1/transcriptions/ofq_x?wait=${canary('query')}`);
    await refused('PATCH', `/v1/transcriptions?x=${canary('query of another method')}`);
    const headers = { 'idempotency-key': `${canary('an ill-formed Idempotency-Key')}ü` };
    await refused('POST', '/v1/transcriptions', { headers, body: {} });
    await refused('POST', '/v1/transcriptions', { body: `{"context":"${canary('a body that is no JSON')}` });
    await refused('POST', '/v1/transcriptions', {
      headers: { 'content-type': canary('content type') },
      body: canary('a body of another type'),
    });
    for (const field of ['upload_id', 'audio_url', 'file_id', 'language_hints', 'translation', 'context']) {
      await refused('POST', '/v1/transcriptions', { body: { upload_id: 7, [field]: canary(field) } });
    }
    const privately = `https://127.0.0.1/x.mp3?token=${canary('token of a refused audio_url')}`;
    await refused('POST', '/v1/transcriptions', { body: { audio_url: privately } });
    // The server's certificate is not trusted, so the job fails at once.
    const url = origin.url(`/x.mp3?token=${canary('token of an audio_url')}`);
    const fetched = await service.call('POST', '/v1/transcriptions', { body: { audio_url: url } });
    const { status, error } = await service.ended(fetched.body.id);
    if (status !== 'failed') throw new Error(`The job with a URL has ${status}.`);
    refusals.push(JSON.stringify(error));
    for (const field of ['content_type', 'size_bytes', 'filename']) {
      const body = { content_type: 'audio/mpeg', [field]: `x/x.${canary(field)}` };
      await refused('POST', '/v1/transcription-uploads', { body });
    }
  });
  afterAll(async () => {
    await service.stop();
    origin.stop();
  });

  test('the logs of the functions contain ids and statuses, but no data of customers', () => {
    const logs = filesUnder(join(dataDir, 'logs')).join('\n');
    expect(logs).toContain('request.answered');
    expect(logs).toContain('session.started');
    expect(logs).toContain('sign_in.failed');
    for (const event of ['key.created', 'key.first_used', 'key.refused', 'session.ended'])
      expect(logs).toContain(event);
    for (const event of ['realtime.connected', 'realtime.ended', 'transcription.completed'])
      expect(logs).toContain(event);
    expect(logs).toContain('transcription.failed');
    expect(foundIn(logs)).toEqual([]);
  });

  test('messages and dead letters contain no data of customers', () => {
    const queues = filesUnder(join(dataDir, 'sqs')).join('\n');
    expect(queues).toContain(service.projectId);
    expect(foundIn(queues)).toEqual([]);
  });

  test('no error response repeats data of the request', () => {
    expect(foundIn(refusals.join('\n'))).toEqual([]);
  });
});
