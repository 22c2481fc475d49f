/** Damage to a file that the decoder does not report. */
export type Fault = 'cut off' | 'damaged';
