import { expect, test } from 'vitest';
import { spokenState } from '../../console/transcript/spoken-state.ts';

test('a screen reader is told each quarter of the progress, not each percent', () => {
  const told = [0, 24, 25, 49, 74, 99].map((percent) =>
    spokenState({ status: 'processing', progress: { percent, processed_ms: null, total_ms: null } }),
  );
  expect(told.map((text) => /\d+/.exec(text)?.[0])).toEqual(['0', '0', '25', '25', '50', '75']);
});
