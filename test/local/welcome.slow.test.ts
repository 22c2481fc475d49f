import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listener } from '#local/ports.ts';
import { firstTranscription } from '#local/welcome.ts';
import { isMissing, paste, shells } from '../support/paste.ts';
import { testFolder } from '../support/test-folder.ts';

const root = testFolder();
const cwd = join(root, 'cwd');
const bin = join(root, 'bin');
beforeAll(() => {
  mkdirSync(cwd);
  mkdirSync(bin);
  // Replaces the `sleep` in the lines, so that tests do not wait.
  writeFileSync(join(bin, 'sleep'), '#!/bin/sh\n');
  chmodSync(join(bin, 'sleep'), 0o755);
});

let listener: Listener | undefined;
afterEach(() => listener?.close());

type Answer = { status: number; body: object };
const job = (status: string, more: object = {}): Answer => ({
  status: 200,
  body: { id: 'ofq_1', status, ...more },
});
const refusal = (status: number, type: string): Answer => ({ status, body: { error: { type } } });

type Script = { created?: Answer; polls?: Answer[] };

/** Answers like the service: a grant, a bucket, a job, and then `polls` in turn, repeating the last one. */
const aService = async ({ created = job('queued'), polls = [] }: Script) => {
  const service = await listen(0);
  listener = service;
  const [requests, forms]: [string[], string[]] = [[], []];
  const grant = {
    id: 'ofu_1',
    upload_url: `${service.url}/bucket`,
    upload_fields: { key: 'uploads/a b', policy: 'abc=' },
  };
  const answerTo = async (request: IncomingMessage): Promise<Answer | undefined> => {
    const body = await buffer(request);
    switch (`${request.method} ${request.url}`) {
      case 'POST /v1/transcription-uploads':
        return { status: 201, body: grant };
      case 'POST /bucket':
        forms.push(body.toString('latin1'));
        return { status: 201, body: {} };
      case 'POST /v1/transcriptions':
        expect(JSON.parse(body.toString())).toEqual({ upload_id: 'ofu_1' });
        return created;
      case 'GET /v1/transcriptions/ofq_1?wait=25':
        return polls.length > 1 ? polls.shift() : polls[0];
      default:
        throw new Error(`Unexpected request ${request.method} ${request.url}.`);
    }
  };
  service.serve((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    const respond = async (): Promise<void> => {
      const answer = await answerTo(request);
      // Without an answer the service closes: this connection breaks, and the next one is refused.
      if (!answer) return service.close();
      response.writeHead(answer.status).end(JSON.stringify(answer.body));
    };
    void respond();
  });
  const lines = firstTranscription({ baseUrl: service.url, apiKey: 'es_live_x' });
  return { lines, requests, forms };
};

const done = job('completed', { transcript: 'It said "queued".', billing: { status: 'charged' } });

for (const shell of shells)
  describe.skipIf(isMissing(shell))(
    `the three lines that npm start prints, pasted into ${shell.shell}`,
    () => {
      const pasteHere = (lines: readonly string[]) =>
        paste(shell, lines, { cwd, path: `${bin}:${process.env['PATH']}` });

      test('the lines transcribe a recording and leave no files', async () => {
        const { lines, requests, forms } = await aService({
          polls: [job('queued'), job('processing'), done],
        });
        const { printed } = await pasteHere(lines);
        expect(JSON.parse(printed.at(-1) ?? '')).toEqual(done.body);
        expect(requests.slice(0, 3)).toEqual([
          'POST /v1/transcription-uploads',
          'POST /bucket',
          'POST /v1/transcriptions',
        ]);
        expect(requests).toHaveLength(6);
        expect(forms[0]).toMatch(/name="key"\r\n\r\nuploads\/a b\r\n.*filename="two-cities.ogg".*OggS/s);
        expect(readdirSync(cwd)).toEqual([]);
      });

      test('the lines send key and recording to this machine only, not to the proxy of the user', async () => {
        const { lines } = await aService({ polls: [done] });
        const throughProxy = 'export http_proxy=http://127.0.0.1:9 all_proxy=http://127.0.0.1:9';
        const { printed } = await pasteHere([throughProxy, ...lines]);
        expect(JSON.parse(printed.at(-1) ?? '')).toEqual(done.body);
      });

      test.each([
        ['fails', [job('processing'), job('failed')]],
        ['is canceled', [job('canceled')]],
        ['was deleted', [job('queued'), refusal(404, 'not_found')]],
        ['belongs to another key', [refusal(401, 'unauthorized')]],
        ['exceeds the rate limit', [refusal(429, 'rate_limit_exceeded')]],
      ])('the lines end with the response of the service when the job %s', async (_, polls) => {
        const last = polls.at(-1);
        const { lines } = await aService({ polls });
        const { printed } = await pasteHere(lines);
        expect(JSON.parse(printed.at(-1) ?? '')).toEqual(last?.body);
      });

      test('the pasted lines end when the job is refused', async () => {
        const { lines, requests } = await aService({ created: refusal(409, 'upload_already_consumed') });
        const { printed } = await pasteHere(lines);
        expect(printed.at(-1)).toBe('{"error":{"type":"upload_already_consumed"}}');
        expect(requests).toHaveLength(3);
      });

      test('the pasted lines end when the service stops', async () => {
        const { lines } = await aService({});
        const { errors } = await pasteHere(lines);
        expect(errors).toContain('curl: (52)');
        expect((await pasteHere(lines)).errors).toContain('curl: (7)');
      });

      test('the lines end with the last response when the job never ends', async () => {
        const { lines, requests } = await aService({ polls: [job('processing')] });
        const { printed } = await pasteHere(lines);
        expect(printed.at(-1)).toBe('{"id":"ofq_1","status":"processing"}');
        expect(requests.length).toBeLessThan(30);
      });
    },
  );
