import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeAudio } from '#lib/speech/audio/decode.ts';
import { wav } from '../../test/support/local-service.ts';
import { childrenProcessorMs, processorMs } from '../support/processor-time.ts';

const starts = 10;

/** The processor time in ms to start this ffmpeg. It decodes a fifth of a second of silence, which takes no time. */
export const decoderStartMs = async (ffmpegPath: string): Promise<number> => {
  const file = join(tmpdir(), `earshot-short-${process.pid}.wav`);
  writeFileSync(file, wav(new Int16Array(3_200)));
  const { signal } = new AbortController();
  const decode = async (): Promise<void> => {
    for await (const _ of decodeAudio({ file, ffmpegPath, signal }));
  };
  await decode();
  const from = processorMs() + childrenProcessorMs();
  for (let start = 0; start < starts; start += 1) await decode();
  rmSync(file);
  return (processorMs() + childrenProcessorMs() - from) / starts;
};
