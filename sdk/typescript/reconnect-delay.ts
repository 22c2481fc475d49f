/** The delays before the first attempts. All later attempts wait `maxDelayMs`. */
const delaysMs = [100, 500, 1_000, 2_000, 5_000];
const maxDelayMs = 10_000;

/** The delay before an attempt to reconnect, with jitter, in ms. `attempts` counts the failed attempts since the last success. */
export const reconnectDelayMs = (attempts: number): number =>
  (delaysMs[attempts] ?? maxDelayMs) * (0.5 + Math.random() / 2);
