import { recorderStop } from '../parts/recorder-stop.ts';

const mimeType = 'audio/webm;codecs=opus';
const sliceMs = 100;
/**
 * Chromium's own choice is 128 kbit/s, which is for music. With this, the three slices of 120 ms that the client joins take two
 * of DynamoDB's write units. With more they often take three, with less texts get worse.
 */
const audioBitsPerSecond = 38_000;

/** Whether the browser records what a session takes as `webm_opus`. */
export const canRecordWebm = (): boolean =>
  typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(mimeType);

/** Records WebM with Opus, and passes it on as slices of one stream of bytes. */
export const recordWebm = (stream: MediaStream, onBytes: (bytes: Uint8Array) => void) => {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond });
  let passed = Promise.resolve();
  const stop = recorderStop(recorder);
  recorder.addEventListener('dataavailable', ({ data }) => {
    // Later slices may be read sooner.
    passed = passed.then(async () => onBytes(new Uint8Array(await data.arrayBuffer())));
  });
  recorder.start(sliceMs);
  return {
    /** Resolves when the last slice was passed on. */
    stop: async (): Promise<void> => {
      await stop();
      await passed;
    },
  };
};
