import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMicrophone } from '../../../console/live/microphone.ts';

const rest = new Int16Array([1, 2, 3]);

/** Whether the worklet runs. It does not while the browser has suspended its context. */
let isRunning: boolean;
let stopped: string[];
let worklet: MessagePort;
beforeEach(() => {
  [isRunning, stopped] = [true, []];
  const channel = new MessageChannel();
  worklet = channel.port2;
  worklet.addEventListener('message', () => {
    if (!isRunning) return;
    worklet.postMessage(rest.buffer, []);
    worklet.postMessage(null, []);
  });
  worklet.start();
  const track = { addEventListener: () => {}, stop: () => stopped.push('track') };
  const getUserMedia = async () => ({ getTracks: () => [track] });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly sampleRate = 16_000;
      readonly audioWorklet = { addModule: async () => {} };
      readonly createMediaStreamSource = () => ({ connect: () => {} });
      readonly close = async () => void stopped.push('context');
    },
  );
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      readonly port = channel.port1;
    },
  );
});
afterEach(() => {
  worklet.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = async () => {
  const heard: number[] = [];
  const onAudio = (bytes: Uint8Array): void => void heard.push(...new Int16Array(bytes.buffer));
  return { heard, microphone: await openMicrophone('pcm_s16le', { onAudio, onGone: () => {} }) };
};

test('a microphone that is closed has passed on its last samples', async () => {
  const { heard, microphone } = await open();
  await microphone.close();
  expect([heard, stopped]).toEqual([[...rest], ['track', 'context']]);
  expect(microphone.heardMs()).toBe(3 / 16);
});

test('a microphone whose samples are suspended by the browser is turned off all the same', async () => {
  vi.useFakeTimers();
  isRunning = false;
  const { microphone } = await open();
  const closed = microphone.close();
  await vi.advanceTimersByTimeAsync(499);
  expect(stopped).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(stopped).toEqual(['track', 'context']);
});
