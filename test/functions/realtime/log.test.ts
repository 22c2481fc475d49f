import { beforeEach, expect, test } from 'vitest';
import * as connect from '#functions/realtime/connect.ts';
import * as disconnect from '#functions/realtime/disconnect.ts';
import * as endSession from '#functions/workers/end-session.ts';
import * as runSession from '#functions/workers/run-session.ts';
import { newResumeToken } from '#lib/domain/realtime/credentials.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';
import { namingModels } from '../../support/loud-voices.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

/**
 * An operator needs `project_id` to see whether one customer or all are affected, and `realtime_session_id` to see whether one
 * client is.
 */

const { world, deps, handlers, create, handshake, contextOf, eventOf, open } = await startRealtimeWorld();

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

const fails = () => Promise.reject(new Error('Not reached.'));
const aClient = async () => contextOf(await handshake(await create()));

const run = runSession.createHandler({
  ...deps,
  post: fails,
  requestEnd: async () => {},
  models: namingModels(),
  newToken: newResumeToken,
  every: () => () => {},
  sleep: async (ms) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
  },
});

const end = endSession.createHandler({
  ...deps,
  results: { putOnce: async () => {} },
  sendWebhook: async () => {},
});

/**
 * The events in the log: a refused handshake, and the success and failure of each route's function, of the runner, and of the
 * functions that end sessions.
 */
const happenings: Readonly<Record<string, () => Promise<unknown>>> = {
  'realtime.refused': async () => {
    const session = await create({ client_secret_ttl_seconds: 10 });
    world.clock.now = new Date(world.clock.now.getTime() + 10_000);
    return handshake(session);
  },
  'realtime.connected': async () => handlers.connect(eventOf(await aClient(), 'one'), lambdaContext),
  'realtime.wake_failed': async () =>
    connect.createHandler({ ...deps, wake: fails })(eventOf(await aClient(), 'one'), lambdaContext),
  'realtime.message_refused': async () => (await open('other')).send('no JSON'),
  'invocation.crashed': async () => {
    const { authorizer } = await open('leaving');
    const handler = disconnect.createHandler({ sessions: { dropConnection: fails } });
    await expect(handler(eventOf(authorizer, 'leaving'), lambdaContext)).rejects.toThrow('Not reached.');
  },
  'realtime.post_failed': async () => {
    const { ref, send } = await open('slow');
    await send({ type: 'finish', offset: 0 });
    await run(ref, lambdaContext);
  },
  'realtime.ended': async () => {
    const { ref, send } = await open('ending');
    await send({ type: 'finish', offset: 0 });
    await run(ref, lambdaContext);
    await end({ ...ref, told: null }, lambdaContext);
  },
};

test('an operator finds the session of a connection in the access log, which names only the connection', async () => {
  const begun = watched.lines.length;
  await handlers.connect(eventOf(await aClient(), 'busy'), lambdaContext);
  const lines = watched.lines.slice(begun).filter(({ event }) => event === 'realtime.connected');
  expect(lines).toMatchObject([
    { connection_id: 'busy', realtime_session_id: expect.stringMatching(/^rts_/) },
  ]);
});

test.each(Object.entries(happenings))(
  'each line of a realtime session names its project and the session: %s',
  async (event, happen) => {
    const begun = watched.lines.length;
    await happen();
    const lines = watched.lines.slice(begun).filter(({ event: other }) => !/^(request|key)\./.test(other));
    expect(lines.map((line) => line.event)).toContain(event);
    for (const line of lines)
      expect(line).toMatchObject({
        project_id: expect.stringMatching(/^prj_/),
        mode: 'live',
        realtime_session_id: expect.stringMatching(/^rts_/),
      });
  },
);
