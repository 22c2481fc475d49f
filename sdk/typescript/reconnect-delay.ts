/** Before the first attempts; then it is `maxDelayMs` before each. */
const delaysMs = [100, 500, 1_000, 2_000, 5_000];
const maxDelayMs = 10_000;

/** The time before an attempt to reconnect. `attempts` are those since the last that succeeded. */
export const reconnectDelayMs = (attempts: number): number =>
  (delaysMs[attempts] ?? maxDelayMs) * (0.5 + Math.random() / 2);
