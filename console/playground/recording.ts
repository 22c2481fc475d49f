import { fileTime } from '../format.ts';
import { meterLevel } from '../parts/meter-level.ts';
import { recorderStop } from '../parts/recorder-stop.ts';
import type { Recording } from './held-recording.ts';

const containers = [
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
] as const;

/**
 * Requests the microphone and records. Rejects with a DOMException if there is none or access is denied. `onGone` is called when the
 * microphone was unplugged, or its permission withdrawn.
 */
export const startRecording = async (onGone: () => void): Promise<Recording> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  for (const track of stream.getTracks()) track.addEventListener('ended', onGone);
  const [type, extension] =
    containers.find(([container]) => MediaRecorder.isTypeSupported(container)) ?? containers[0];
  const recorder = new MediaRecorder(stream, { mimeType: type });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stop = recorderStop(recorder);
  const meter = meterOf(stream);
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
    meter.close();
  };
  recorder.start(1000);
  return {
    level: meter.level,
    stop: async () => {
      await stop();
      release();
      return new File(parts, `recording-${fileTime(new Date())}.${extension}`, { type });
    },
    discard: () => {
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    },
  };
};

const meterOf = (stream: MediaStream) => {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return meterLevel(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => void context.close(),
  };
};

export const microphoneProblem = (error: unknown): string => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'The browser blocks the microphone for this page. Allow it in the address bar, then try again.';
  if (name === 'NotFoundError') return 'No microphone was found. Connect one, then try again.';
  return 'The microphone could not be used. Close other programs that may be using it, then try again.';
};
