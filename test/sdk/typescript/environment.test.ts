import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveEnvironment } from '../../../sdk/typescript/environment.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an aborted wait leaves no timer behind, which would keep a program from ending', async () => {
  const stop = new AbortController();
  const wait = () => liveEnvironment.sleep(60_000, stop.signal);
  const begun = wait();
  stop.abort(new Error('Enough.'));
  await expect(begun).rejects.toThrow('Enough.');
  await expect(wait()).rejects.toThrow('Enough.');
  expect(vi.getTimerCount()).toBe(0);
});
