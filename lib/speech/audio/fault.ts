/** What is wrong with a file that the decoder reads without complaint. */
export type Fault = 'cut off' | 'damaged';
