/**
 * Makes the function that stops a recorder and resolves after its last piece. Call this before the recorder starts,
 * because a recorder stops by itself when the microphone is gone.
 */
export const recorderStop = (recorder: MediaRecorder): (() => Promise<void>) => {
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  return async () => {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
  };
};
