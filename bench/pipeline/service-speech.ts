// Transcribes one file as a job: real workers and table, with buckets and queues in memory.
import { readFile } from 'node:fs/promises';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { aWorld, caller } from '../../test/support/protocol-world.ts';
import { loadSpeech } from '../support/speech-parts.ts';

const world = await aWorld();
const { cut, recognize } = await loadSpeech();
world.deps.cut = cut;
world.script.recognize = recognize;
const id = await world.upload();
await world.audio.put(
  uploadKey({ tenant: caller.tenant, id }),
  await readFile(process.argv[2] ?? ''),
  'audio/mpeg',
);
const job = await world.queue({ upload_id: id });
await world.run();
const done = await world.deps.store.find({ tenant: caller.tenant, id: job.id });
if (done?.status !== 'completed') throw new Error(`The job is ${done?.status}.`);
// The engine of the table still runs.
process.exit();
