import { expect, test } from 'vitest';
import { sessionEraser } from '#lib/domain/realtime/erase-session.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
import { dynamoJobs } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { soundOf } from '../../../support/scripted-transcriber.ts';

test('deleting the job of a session erases its text from the stored events, too', async () => {
  const world = aSessionWorld();
  const translation = { type: 'one_way', target_language: 'es' } as const;
  const session = await world.live({ translation });
  world.stream(session, soundOf([{ ms: 1_000, isSpeech: true }]));
  await world.run(session);
  const { tenant, id, transcriptionId } = session;
  const deps = {
    store: dynamoJobs(world.table),
    audio: memoryBucket(),
    results: world.results,
    eraseSession: sessionEraser(world.sessions),
    now: world.timeline.now,
  };
  await deleteTranscription(deps, { tenant }, transcriptionId);
  expect([...world.results.objects.keys()]).toEqual([]);
  const [final, translated, finished] = await world.sessions.readEvents({ tenant, id }, 0);
  expect(final).toMatchObject({ id: 1, segment: { text: '', words: [], startMs: 0, endMs: 1_000 } });
  expect(translated).toMatchObject({ id: 2, type: 'translation.final', segmentId: 1, text: '' });
  expect(finished).toMatchObject({ type: 'session.finished', segments: 1 });
});
