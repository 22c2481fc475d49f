import { expect, test } from 'vitest';
import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test("a person at the console calls the API for the project in one mode, under the person's own id", async () => {
  const user = { ...customer.user, email: 'ada@example.com', name: 'Ada', right: 'build' as const };
  expect(await playgroundCaller(world.table, user, { project_id: customer.projectId, mode: 'test' })).toEqual(
    {
      tenant: `${customer.projectId}.test`,
      organizationId: customer.organizationId,
      keyId: user.id,
    },
  );
});
