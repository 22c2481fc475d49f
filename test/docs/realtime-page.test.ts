import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../support/fake-socket.ts';
import { guideBlocks } from '../support/guides.ts';
import { scriptOf } from '../support/page-block.ts';
import { audioSent, greet, startSockets, stopSockets } from '../support/realtime-client.ts';

type Slice = { readonly data: { readonly arrayBuffer: () => Promise<ArrayBuffer> } };

/** Replaces a browser's recorder. */
class FakeRecorder {
  static last: FakeRecorder | undefined;
  ondataavailable: (slice: Slice) => void = () => {};
  onstop: () => void = () => {};

  constructor() {
    FakeRecorder.last = this;
  }

  start(): void {}

  /** Delivers a slice that takes `readMs` to read. */
  slice(bytes: number, readMs: number): void {
    const arrayBuffer = () =>
      new Promise<ArrayBuffer>((resolve) => setTimeout(resolve, readMs, new ArrayBuffer(bytes)));
    this.ondataavailable({ data: { arrayBuffer } });
  }
}

beforeEach(() => {
  startSockets();
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({}) } });
});
afterEach(stopSockets);

test('the page of the guide sends all that was recorded, in order, before it finishes', async () => {
  const block = guideBlocks.find(({ page, mark }) => page === 'realtime' && mark === 'page');
  if (!block) throw new Error('The guide has no page.');
  const session = { websocket_url: 'wss://rt.example/?session=rts_a', client_secret: { value: 'es_rt_s' } };
  await runInThisContext(`${await scriptOf(block)}; runBlock(${JSON.stringify({ session })})`);
  greet(0, 'es_rr_a', 'webm_opus');
  FakeRecorder.last?.slice(300, 20);
  FakeRecorder.last?.slice(100, 10);
  FakeRecorder.last?.onstop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(audioSent()).toEqual([
    [0, 300],
    [300, 100],
  ]);
  expect(FakeSocket.last.sent).toContainEqual({ type: 'finish', offset: 400 });
});
