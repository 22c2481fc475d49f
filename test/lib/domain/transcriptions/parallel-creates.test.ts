import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import { conflictingWrites } from '../../../support/conflicts.ts';
import { aWorld } from '../../../support/protocol-world.ts';
import { startTable } from '../../../support/table.ts';

/** The outcome of each create: the job's id, or the type of the error. */
const outcomes = async (creates: readonly Promise<{ readonly id: string }>[]): Promise<string[]> =>
  Promise.all(
    creates.map((create) =>
      create.then(
        ({ id }) => id,
        (error: unknown) => (error instanceof AppError ? error.type : String(error)),
      ),
    ),
  );

const tally = (all: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(all)].map((one) => [one, all.filter((other) => other === one).length]));

describe.each([
  { together: 40, engine: 'an engine that serializes writes' },
  // The number of requests that the rate limit allows one key at once.
  { together: 60, engine: 'one that refuses writes that meet, as DynamoDB does', refuses: true },
])('$together creates at once on $engine', ({ together, refuses }) => {
  let world: Awaited<ReturnType<typeof aWorld>>;
  beforeAll(async () => {
    const { backoff, refuseConflicts } = conflictingWrites();
    const database = await startTable(refuses ? backoff : undefined);
    if (refuses) refuseConflicts(database.client);
    world = await aWorld({}, database);
  });
  beforeEach(() => {
    world.queues.split.length = 0;
  });

  const arrived = async (): Promise<string> => {
    const id = await world.upload();
    await world.arrive(id);
    await world.deps.recordUpload({ tenant: 'prj_a.live', id });
    return id;
  };
  const creates = (uploadId: string, newId: () => string) =>
    Array.from({ length: together }, () => world.queue({ upload_id: uploadId }, { newId }));

  test('concurrent creates under one key make one job, and all get its id', async () => {
    const id = randomId('ofq');
    expect(tally(await outcomes(creates(await arrived(), () => id)))).toEqual({ [id]: together });
    expect(world.queues.split).toEqual([{ tenant: 'prj_a.live', id }]);
  });

  test('concurrent creates from one upload with their own keys make one job, and the others get typed errors', async () => {
    const all = await outcomes(creates(await arrived(), () => randomId('ofq')));
    const [made] = world.queues.split;
    expect(tally(all)).toEqual({ [made?.id ?? '']: 1, upload_already_consumed: together - 1 });
    expect(world.queues.split).toHaveLength(1);
  });

  test('concurrent creates from as many uploads of one project are all queued', async () => {
    const uploads = [];
    for (let n = 0; n < 60; n += 1) uploads.push(await arrived());
    const jobs = await Promise.all(uploads.map((upload_id) => world.queue({ upload_id })));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(60);
  });
});
