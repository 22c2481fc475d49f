import { recorderStop } from '../parts/recorder-stop.ts';

const mimeType = 'audio/webm;codecs=opus';
const sliceMs = 100;
/**
 * Chromium's default is 128 kbit/s, for music. At this rate, the three slices of 120 ms that the client joins take two
 * DynamoDB write units. At a higher rate they often take three. At a lower rate the text gets worse.
 */
const audioBitsPerSecond = 38_000;

/** Whether the browser can record what a session accepts as `webm_opus`. */
export const canRecordWebm = (): boolean =>
  typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(mimeType);

/** Records WebM with Opus, and passes it on in slices of one byte stream. */
export const recordWebm = (stream: MediaStream, onBytes: (bytes: Uint8Array) => void) => {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond });
  let passed = Promise.resolve();
  const stop = recorderStop(recorder);
  recorder.addEventListener('dataavailable', ({ data }) => {
    // Waits for the slice before, because a later slice may be read sooner.
    passed = passed.then(async () => onBytes(new Uint8Array(await data.arrayBuffer())));
  });
  recorder.start(sliceMs);
  return {
    /** Resolves when the last slice has been passed on. */
    stop: async (): Promise<void> => {
      await stop();
      await passed;
    },
  };
};
