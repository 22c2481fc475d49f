/**
 * How far a level meter moves for samples with this mean square: 0 to 1. Speech is about 30 dB below full scale, so a
 * linear meter would hardly move.
 */
export const meterLevel = (meanSquare: number): number => Math.min(1, Math.sqrt(Math.sqrt(meanSquare)) * 1.5);
