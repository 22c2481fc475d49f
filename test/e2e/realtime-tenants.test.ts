import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { clientSecret, newResumeToken } from '#lib/domain/realtime/credentials.ts';
import { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { randomId } from '#lib/platform/ids.ts';
import {
  type Answer,
  client,
  newKeys,
  noSpeech,
  type Service,
  startService,
} from '../support/local-service.ts';
import { operatorOf } from '../support/operator.ts';
import { speech } from '../support/speaker.ts';
import { until } from '../support/until.ts';

type Session = Answer['body'];
type Asked = {
  readonly credential?: string;
  readonly query?: Record<string, string>;
  readonly origin?: string;
};

describe.skipIf(noSpeech)(`who may open a realtime session (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let strange: Service['call'];
  let testMode: Service['call'];
  beforeAll(async () => {
    service = await startService();
    const { stack, projectId } = service;
    const [stranger] = await newKeys(stack, 1);
    const [tester] = await newKeys(stack, 1, projectId, 'test');
    strange = client(stack.baseUrl, stranger).call;
    testMode = client(stack.baseUrl, tester).call;
  });
  afterAll(() => service.stop());

  const create = async (call: Service['call'] = service.call, more: object = {}): Promise<Session> =>
    (await call('POST', '/v1/realtime/sessions', { body: { audio: speech, ...more } })).body;

  const dial = (
    { websocket_url, client_secret }: Session,
    { credential, query = {}, origin }: Asked = {},
  ) => {
    const url = new URL(websocket_url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return new WebSocket(url, ['earshot.v1', credential ?? client_secret.value], {
      ...(origin && { origin }),
    });
  };
  /** The status of a refused handshake. */
  const refusal = async (session: Session, asked: Asked): Promise<number | undefined> => {
    const socket = dial(session, asked);
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    socket.terminate();
    return response.statusCode;
  };
  const open = async (session: Session, asked?: Asked) => {
    const socket = dial(session, asked);
    const events: ServerEvent[] = [];
    socket.on('message', (text: unknown) => events.push(ServerEvent.parse(JSON.parse(String(text)))));
    const closed = once(socket, 'close').then(([code]: unknown[]) => code);
    await once(socket, 'open');
    const told = <Type extends ServerEvent['type']>(type: Type) =>
      until(
        type,
        async () =>
          events.find((event): event is Extract<ServerEvent, { type: Type }> => event.type === type),
        { everyMs: 20 },
      );
    return { socket, closed, told };
  };
  const idOf = ({ websocket_url }: Session, name: string): string =>
    new URL(websocket_url).searchParams.get(name) ?? '';

  test('a credential opens its own session only, in its own project and mode', async () => {
    const [one, other, foreign, tried] = await Promise.all([
      ...[create(), create(), create(strange), create(testMode)],
    ]);
    const { told, socket } = await open(other);
    const { resume } = await told('session.started');
    socket.close();
    const query = (session: Session, ...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, idOf(session, name)]));
    const refused: Record<string, Asked> = {
      'the secret of another session': { credential: other.client_secret.value },
      'the token of another session': { credential: resume.token },
      'the secret of another project': { credential: foreign.client_secret.value },
      'the secret of a session in test mode': { credential: tried.client_secret.value },
      'a session of another project': { query: query(foreign, 'session') },
      'another project': { query: query(foreign, 'project') },
      'another project’s session in its project': { query: query(foreign, 'session', 'project') },
      'the other mode': { query: { mode: 'test' } },
      'a session that does not exist': { query: { session: randomId('rts') } },
      'no session': { query: { session: '' } },
      'an invented secret': { credential: clientSecret(one.id, 'guessed') },
      'an invented token': { credential: newResumeToken() },
      'an API key': { credential: service.key },
      'a malformed secret': { credential: `${one.client_secret.value}x` },
      'another case of the secret': { credential: one.client_secret.value.toUpperCase() },
    };
    const statuses = await Promise.all(
      Object.entries(refused).map(async ([what, asked]) => [what, await refusal(one, asked)]),
    );
    expect(Object.fromEntries(statuses)).toEqual(
      Object.fromEntries(Object.keys(refused).map((what) => [what, 403])),
    );
    const owner = await open(one);
    expect(await owner.told('session.started')).toMatchObject({ session_id: one.id, connection: 1 });
    owner.socket.close();
  });

  test('the secret of a session is no API key', async () => {
    const { client_secret: secret, id } = await create();
    const asClient = client(service.stack.baseUrl, secret.value);
    for (const path of ['/v1/realtime/sessions', `/v1/realtime/sessions/${id}`, '/v1/transcriptions'])
      expect((await asClient.call('GET', path)).status).toBe(401);
  });

  test('a secret that was stolen is of no use to a page of another origin, and still opens for its own', async () => {
    const origin = 'https://app.example';
    const session = await create(service.call, { allowed_origins: [origin] });
    const thief = await open(session, { origin: 'https://thief.example' });
    thief.socket.send(JSON.stringify({ type: 'audio', offset: 0, data: 'AAAA' }));
    expect(await thief.told('error')).toMatchObject({ fatal: true, error: { type: 'permission_denied' } });
    expect(await thief.closed).toBe(1000);
    const owner = await open(session, { origin });
    expect(await owner.told('session.started')).toMatchObject({ connection: 1, next_offset: 0 });
    owner.socket.close();
  });

  test('of two tabs with one token the later one has the session, and the earlier one is closed', async () => {
    const session = await create();
    const first = await open(session);
    const { resume } = await first.told('session.started');
    first.socket.close();
    const tab = await open(session, { credential: resume.token });
    const twin = await open(session, { credential: resume.token });
    tab.socket.send('{"type":"hello"}');
    expect(await tab.closed).toBe(1000);
    expect(await twin.told('session.started')).toMatchObject({ connection: 3 });
    const { resume: next } = await twin.told('session.started');
    const late = await open(session);
    late.socket.send('{"type":"hello"}');
    expect(await late.told('error')).toMatchObject({ fatal: true, error: { type: 'expired' } });
    twin.socket.close();
    const third = await open(session, { credential: next.token });
    expect(await third.told('session.started')).toMatchObject({ connection: 4 });
    third.socket.close();
  });

  test('a session that was deleted opens for none of its credentials, and says that it is over', async () => {
    const session = await create();
    const { told, closed } = await open(session);
    const { resume } = await told('session.started');
    await service.call('DELETE', `/v1/realtime/sessions/${session.id}`);
    expect(await told('session.finished')).toMatchObject({ reason: 'canceled' });
    expect(await closed).toBe(1000);
    for (const asked of [{ credential: resume.token }, {}]) {
      const late = await open(session, asked);
      late.socket.send('{"type":"hello"}');
      expect(await late.told('error')).toMatchObject({ fatal: true, error: { type: 'expired' } });
    }
  });

  test('functions that need not send to clients can neither send to a connection nor close it', async () => {
    const { stack } = service;
    const session = await create();
    const { told, socket } = await open(session);
    await told('session.started');
    const items = await operatorOf(stack).items();
    const ConnectionId = items.find(({ id }) => id === session.id)?.['connectionId'];
    const outcomes = ['RealtimeConnect', 'SessionsDue', 'RecognizeChunk', 'FinishJob'].map(async (name) => {
      const credentials = { ...stack.credentialsOf(name) };
      const gateway = new ApiGatewayManagementApiClient({
        endpoint: `${stack.awsEndpoint}/realtime`,
        region: 'us-east-1',
        credentials,
        maxAttempts: 1,
      });
      const commands = [
        gateway.send(new PostToConnectionCommand({ ConnectionId, Data: '{}' })),
        gateway.send(new GetConnectionCommand({ ConnectionId })),
        gateway.send(new DeleteConnectionCommand({ ConnectionId })),
      ];
      return Promise.all(
        commands.map((sent) =>
          sent.then(
            () => 'allowed',
            ({ name: error }) => error,
          ),
        ),
      );
    });
    const refused = Array.from({ length: 3 }, () => 'AccessDeniedException');
    expect(await Promise.all(outcomes)).toEqual([refused, refused, refused, refused]);
    expect(socket.readyState).toBe(socket.OPEN);
    socket.close();
  });
});
