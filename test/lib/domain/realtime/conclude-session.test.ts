import { expect, test } from 'vitest';
import { concludeSession } from '#lib/domain/realtime/conclude-session.ts';
import type { SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import { aSessionWorld } from '../../../support/session-world.ts';
import { aCommit, aFinal } from './session-scenes.ts';

test('the transcription of a session counts for the language that was spoken longest, not for the last one', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const { sessions } = world.deps;
  const now = world.timeline.now();
  const claimed = await sessions.claimLease(session, now);
  const english = aFinal(1);
  const german = aFinal(2, 'hallo');
  const short = { ...german.segment, startMs: 1_000, endMs: 1_300, language: 'de' };
  const decided =
    claimed && (await sessions.commit(claimed, aCommit(2_000, english, { ...german, segment: short })));
  const closed = decided && (await sessions.close(decided, { reason: 'finish', now }));
  if (!closed) throw new Error('A live session can be closed.');
  const languages: (string | null)[] = [];
  const end: SessionRepository['end'] = (ending, facts) => {
    languages.push(facts.detectedLanguage);
    return sessions.end(ending, facts);
  };
  await concludeSession({ ...world.deps, sessions: { ...sessions, end } }, closed);
  expect(languages).toEqual(['en']);
});
