import { expect, test } from 'vitest';
import { createFile, type CreateFileDeps, NewFile } from '#lib/domain/files/create-file.ts';
import { findFile, registerFile } from '#lib/domain/files/file-repository.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { uploadKeptMs } from '#lib/domain/uploads/upload.ts';
import { randomId } from '#lib/platform/ids.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';

/** An upload whose event has arrived. */
const uploaded = async () => {
  const world = await aWorld();
  const id = await world.upload();
  await world.arrive(id);
  await world.deps.recordUpload({ tenant: caller.tenant, id });
  const deps: CreateFileDeps = {
    ...world.deps,
    newId: () => randomId('file'),
    findUpload: (tenant, uploadId) => findUpload(world.table, { tenant, id: uploadId }),
    findFile: (tenant, fileId) => findFile(world.table, { tenant, id: fileId }),
    register: (file, now) => registerFile(world.table, file, now),
  };
  const body = NewFile.parse({ upload_id: id });
  const register = (more: Partial<CreateFileDeps> = {}) =>
    createFile({ ...deps, ...more }, caller, { body, bodyFingerprint: 'f' });
  const post = (audio: string) =>
    world.audio.put(uploadKey({ tenant: caller.tenant, id }), audio, 'audio/mpeg');
  return { world, deps, register, post };
};

test('a file has the bytes that arrived while its request was handled', async () => {
  const { world, deps, register, post } = await uploaded();
  const { value: file } = await register({
    findUpload: async (...upload) => {
      const found = await deps.findUpload(...upload);
      world.clock.now = world.later(1);
      await post('other audio');
      return found;
    },
  });
  expect(file.size_bytes).toBe('other audio'.length);
});

test('an upload cannot become a file from a day after its arrival on', async () => {
  const { world, register } = await uploaded();
  world.clock.now = world.later(uploadKeptMs);
  await expect(register()).rejects.toMatchObject({ type: 'upload_expired' });
  world.clock.now = world.later(-1);
  expect((await register()).replayed).toBe(false);
});
