import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { sample } from './local-service.ts';
import { makeAudio } from './speech.ts';

/** With this interval, the borders of parts at every four minutes fall partly into speech and partly into silence. */
const everySeconds = 115;
const rate = ['-ar', '16000', '-ac', '1'];

/**
 * Writes audio files with some seconds of speech in every two minutes, because only speech takes long. Audio from eight minutes
 * on is cut in parts if it is MP3, WAV or MP4, and as one if it is AIFF. All files decode to the same samples.
 */
export const sparseSpeech = async (folder: string, seconds: number, speechSeconds = 10.5) => {
  const file = (name: string): string => join(folder, `sparse-${seconds}${name}`);
  const pause = ['-af', `apad=whole_dur=${everySeconds}`];
  const round = makeAudio(file('-round.wav'), '-t', String(speechSeconds), '-i', sample, ...pause, ...rate);
  const loop = ['-stream_loop', '-1', '-i', round, '-t', String(seconds)];
  const mp3 = makeAudio(file('.mp3'), ...loop, '-b:a', '32k');
  const wav = makeAudio(file('.wav'), '-i', mp3, ...rate);
  const mp4 = makeAudio(file('.mp4'), '-i', wav, '-c:a', 'alac', '-movflags', 'faststart');
  const aiff = makeAudio(file('.aiff'), '-i', wav);
  return {
    mp3: await openAsBlob(mp3),
    wav: await openAsBlob(wav),
    mp4: await openAsBlob(mp4),
    aiff: await openAsBlob(aiff),
  };
};
