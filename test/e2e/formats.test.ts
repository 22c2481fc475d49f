import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';

// Without AMR: Debian's ffmpeg can decode but not encode it.
const files: readonly (readonly [format: string, contentType: string, ...output: string[]])[] = [
  ['AAC', 'audio/aac', '-f', 'adts'],
  ['AIFF, stereo at 44.1 kHz', 'audio/aiff', '-f', 'aiff', '-ar', '44100', '-ac', '2'],
  ['ASF', 'audio/x-ms-wma', '-f', 'asf'],
  ['FLAC', 'audio/flac', '-f', 'flac'],
  ['MP3', 'audio/mpeg', '-f', 'mp3'],
  ['Ogg Vorbis', 'audio/ogg', '-f', 'ogg', '-c:a', 'libvorbis'],
  ['telephone WAV, 8 kHz', 'audio/wav', '-f', 'wav', '-ar', '8000', '-c:a', 'pcm_mulaw'],
  ['WebM, as a browser records it', 'audio/webm;codecs=opus', '-f', 'webm', '-c:a', 'libopus'],
  ['M4A', 'audio/x-m4a', '-f', 'ipod'],
  ['MP4, fragmented', 'video/mp4', '-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov'],
];

describe.skipIf(noSpeech)(`audio formats (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test.each(files)('%s is transcribed like any other format', async (_, contentType, ...output) => {
    const job = await service.transcribe(tenSeconds(...output), contentType);
    expect(job.error).toBeNull();
    expect(job.transcript).toMatch(/best of times.*worst of times.*wisdom.*foolishness/i);
    // Encoders add one or two frames at the ends.
    expect(Math.abs(job.audio_ms - 10_500)).toBeLessThan(120);
  });
});
