import { expect, test } from 'vitest';
import { memoryStore } from '#local/identity/memory.ts';

const aStore = () => {
  let now = 0;
  const store = memoryStore(() => now);
  return {
    codes: store('AuthorizationCode'),
    again: store('AuthorizationCode'),
    sessions: store('Session'),
    advance: (ms: number) => (now += ms),
  };
};

test('an item is found until it expires, and only in its own model', async () => {
  const { codes, again, sessions, advance } = aStore();
  await codes.upsert('a', { uid: 'u' }, 60);
  expect([await again.find('a'), await codes.findByUid('u'), await sessions.find('a')]).toEqual([
    { uid: 'u' },
    { uid: 'u' },
    undefined,
  ]);
  advance(60_000);
  expect([await codes.find('a'), await codes.findByUid('u')]).toEqual([undefined, undefined]);
});

test('a consumed code is marked, and revoking a grant deletes its codes', async () => {
  const { codes } = aStore();
  await codes.upsert('a', { grantId: 'g' }, 60);
  await codes.upsert('b', { grantId: 'h' }, 60);
  await codes.consume('a');
  expect(await codes.find('a')).toMatchObject({ consumed: 0 });
  await codes.revokeByGrantId('g');
  expect([await codes.find('a'), await codes.find('b')]).toEqual([undefined, { grantId: 'h' }]);
  await codes.destroy('b');
  expect(await codes.find('b')).toBeUndefined();
});
