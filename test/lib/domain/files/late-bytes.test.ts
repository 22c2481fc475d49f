import { expect, test } from 'vitest';
import { createFile, NewFile } from '#lib/domain/files/create-file.ts';
import { findFile, registerFile } from '#lib/domain/files/file-repository.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { randomId } from '#lib/platform/ids.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';

test('a file has the bytes that arrived while its request was handled', async () => {
  const world = await aWorld();
  const { table, deps } = world;
  const uploadId = await world.upload();
  await world.arrive(uploadId);
  const ref = { tenant: caller.tenant, id: uploadId };
  await deps.recordUpload(ref);
  const { value: file } = await createFile(
    {
      ...deps,
      newId: () => randomId('file'),
      findUpload: async (tenant, id) => {
        const found = await findUpload(table, { tenant, id });
        world.clock.now = world.later(1);
        await world.audio.put(uploadKey(ref), 'other audio', 'audio/mpeg');
        return found;
      },
      findFile: (tenant, id) => findFile(table, { tenant, id }),
      register: (registered, now) => registerFile(table, registered, now),
    },
    caller,
    { body: NewFile.parse({ upload_id: uploadId }), bodyFingerprint: 'f' },
  );
  expect(file.size_bytes).toBe('other audio'.length);
});
