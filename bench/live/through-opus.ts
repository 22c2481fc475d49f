import { execFileSync } from 'node:child_process';
import { joinSamples, sampleRate, toMs } from '#lib/speech/audio/pcm.ts';
import { mediaRecorderArgs } from '../../test/support/speaker.ts';
import { openInput } from '#lib/speech/live/open-input.ts';
import { processorMs } from '../support/processor-time.ts';

const sliceBytes = 1_200;

/** The samples encoded like MediaRecorder. */
export const webmOf = (pcm: Int16Array, kbitPerSecond?: number): Buffer =>
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 's16le', '-ac', '1', '-ar', String(sampleRate), '-i', '-'],
      ...mediaRecorderArgs(kbitPerSecond),
    ],
    { input: new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), maxBuffer: 2 ** 28 },
  );

/** A recording after encoding by MediaRecorder and decoding by the session, and the processor time of decoding. */
export const throughOpus = async (
  spoken: Int16Array,
  kbitPerSecond: number,
): Promise<{ readonly pcm: Int16Array; readonly cpuPerSecond: number }> => {
  const webm = webmOf(spoken, kbitPerSecond);
  const input = openInput({ format: 'webm_opus' }, { startMs: 0, endMs: Infinity }, null);
  const parts: Int16Array[] = [];
  const before = processorMs();
  for (let at = 0; at < webm.length; at += sliceBytes)
    parts.push(await input.decode(webm.subarray(at, at + sliceBytes)));
  while (input.hasMore) parts.push(await input.decode(Buffer.alloc(0)));
  const tookMs = processorMs() - before;
  const pcm = joinSamples(parts);
  return { pcm, cpuPerSecond: tookMs / toMs(pcm.length) };
};
