/**
 * The index of the day to which a key moves, from `chosen` of `length` days. Undefined for other keys. The first press
 * chooses the last day.
 */
export const movedBy = (key: string, chosen: number | undefined, length: number): number | undefined => {
  const last = length - 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: (chosen ?? length) - 1,
    ArrowRight: (chosen ?? last - 1) + 1,
    Home: 0,
    End: last,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), last);
};
