/**
 * Damage to a file that the decoder does not report. In a `joined` file other recordings follow the first one, which the
 * decoder leaves out or mixes with it.
 */
export type Fault = 'cut off' | 'damaged' | 'joined';
