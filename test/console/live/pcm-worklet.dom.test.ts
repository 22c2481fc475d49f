import { expect, onTestFinished, test, vi } from 'vitest';

type Processor = { readonly process: (input: Float32Array[][]) => boolean };

test('a worklet posts 100 ms at once, and at a flush the rest of its samples before it says that there are no more', async () => {
  const { port1: inside, port2: outside } = new MessageChannel();
  onTestFinished(() => {
    inside.close();
    vi.unstubAllGlobals();
  });
  const made: Processor[] = [];
  vi.stubGlobal('sampleRate', 16_000);
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      readonly port = inside;
    },
  );
  vi.stubGlobal('registerProcessor', (_: string, Pcm16: new () => Processor) => made.push(new Pcm16()));
  await import('../../../console/live/pcm-worklet.ts');

  const posted: number[][] = [];
  let flushed = Promise.withResolvers<void>();
  outside.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | null>) => {
    if (data) posted.push([...new Int16Array(data)]);
    else flushed.resolve();
  });
  outside.start();
  const flush = (): Promise<void> => {
    flushed = Promise.withResolvers();
    outside.postMessage('flush', []);
    return flushed.promise;
  };
  const loud = (samples: number) => new Float32Array(samples).fill(1);
  const written = (samples: number) => Array.from({ length: samples }, () => 32_767);

  made[0]?.process([[loud(1_600)], []]);
  made[0]?.process([[loud(128)], []]);
  await flush();
  expect(posted).toEqual([written(1_600), written(128)]);
  await flush();
  expect(posted).toHaveLength(2);
  made[0]?.process([[loud(64)], []]);
  await flush();
  expect(posted.at(-1)).toEqual(written(64));
});
