import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { aVisitor, type Visitor } from '../support/console.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import {
  client,
  noSpeech,
  operatorTable,
  type Service,
  startService,
  tenSeconds,
} from '../support/local-service.ts';

type Received = { readonly headers: Record<string, string>; readonly body: string; readonly payload: any };

const isSigned = ({ headers, body }: Received, secret: string): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(noSpeech)(`webhooks (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let receiver: Origin;
  let ada: Visitor;
  let projectId: string;
  let customer: ReturnType<typeof client>;
  const received: Received[] = [];
  let status = 204;
  beforeAll(async () => {
    receiver = await startOrigin();
    receiver.on('/hooks', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        received.push({ headers, body, payload: JSON.parse(body) });
        response.writeHead(status).end();
      });
    });
    service = await startService({ origins: [receiver] });
    ada = await aVisitor(service);
    ({ projectId } = await ada.newProject());
    const deps = { table: operatorTable(service.stack), now: () => new Date() };
    customer = client(service.stack.baseUrl, await createApiKey(deps, { projectId, mode: 'live' }));
  });
  afterAll(async () => {
    receiver.stop();
    await service.stop();
  });

  const about = (id: string, rest = '') => `/webhooks/${id}${rest}?project_id=${projectId}`;
  /** Waits for the next delivery. */
  const next = async (): Promise<Received> => {
    const before = received.length;
    await expect.poll(() => received.length, { timeout: 60_000, interval: 50 }).toBeGreaterThan(before);
    const one = received[before];
    if (!one) throw new Error('A delivery arrived, but was not recorded.');
    return one;
  };
  const register = async () => {
    const url = receiver.url('/hooks');
    const { status: created, body } = await customer.call('POST', '/v1/webhooks', { body: { url } });
    expect(created).toBe(201);
    return body;
  };

  test('webhooks report completed and failed jobs with valid signatures, also after a rotation of the secret', async () => {
    const webhook = await register();
    const first = next();
    const job = await customer.transcribe(tenSeconds('-f', 'ogg'), 'audio/ogg');
    const completed = await first;
    expect(isSigned(completed, webhook.secret)).toBe(true);
    expect(completed.payload).toMatchObject({
      type: 'transcription.completed',
      data: { id: job.id, status: 'completed', sequence: 1, audio_ms: job.audio_ms, error: null },
    });
    expect(completed.body).not.toContain(job.transcript.split(' ')[0]);

    const tested = next();
    const { body: sent } = await ada.ask('POST', about(webhook.id, '/test'));
    expect((await tested).headers['webhook-id']).toBe(sent.event_id);

    const { body: rotated } = await customer.call('POST', `/v1/webhooks/${webhook.id}/rotate-secret`);
    expect(rotated.secret_metadata.previous_expires_at).not.toBeNull();
    const again = next();
    await ada.ask('POST', about(webhook.id, '/test'));
    const both = await again;
    expect([isSigned(both, webhook.secret), isSigned(both, rotated.secret)]).toEqual([true, true]);

    const failing = next();
    status = 500;
    const { body: grant } = await customer.call('POST', '/v1/transcription-uploads', {
      body: { content_type: 'audio/wav' },
    });
    expect((await customer.post(grant, new Blob(['this is no audio']))).status).toBe(201);
    const { body: bad } = await customer.call('POST', '/v1/transcriptions', {
      body: { upload_id: grant.id },
    });
    const retried = (async () => {
      await failing;
      return next();
    })();
    const failed = await failing;
    expect(failed.payload).toMatchObject({
      type: 'transcription.failed',
      data: { id: bad.id, error: { type: 'unsupported_audio_format' } },
    });
    // The retry comes after about five seconds.
    status = 204;
    expect((await retried).headers['webhook-id']).toBe(failed.headers['webhook-id']);

    const log = async () => (await ada.ask('GET', about(webhook.id, '/deliveries'))).body.data;
    await expect.poll(async () => (await log())[0].status).toBe('delivered');
    const deliveries = await log();
    expect(deliveries.map(({ event_type }: any) => event_type)).toEqual([
      'transcription.failed',
      'webhook.test',
      'webhook.test',
      'transcription.completed',
    ]);
    expect(deliveries[0].attempts.map(({ status_code }: any) => status_code)).toEqual([500, 204]);

    const redelivered = next();
    const path = about(webhook.id, `/deliveries/${deliveries[3].id}/redeliver`);
    expect((await ada.ask('POST', path)).status).toBe(202);
    expect((await redelivered).headers['webhook-id']).toBe(completed.headers['webhook-id']);

    expect((await ada.ask('DELETE', about(webhook.id))).status).toBe(204);
    expect((await ada.ask('GET', about(webhook.id))).status).toBe(404);
  });
});
