import { open } from 'node:fs/promises';
import { decodeAudio } from './decode.ts';
import { sniffAudio, sniffBytes } from './sniff.ts';
import { type Chunk, splitAudio } from './split.ts';
import type { VoiceActivity } from './voice-activity.ts';

type CutDeps = { readonly ffmpegPath: string; readonly voiceActivity: VoiceActivity };

/** Decodes a local audio file and yields its chunks as they are cut; returns its length in ms. Throws `JobFailure`. */
export const audioCutter = ({ ffmpegPath, voiceActivity }: CutDeps) =>
  async function* cutAudio(file: string, signal: AbortSignal): AsyncGenerator<Chunk, number> {
    const demuxers = sniffAudio(await readHead(file));
    return yield* splitAudio(decodeAudio({ file, demuxers, ffmpegPath, signal }), voiceActivity);
  };

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
