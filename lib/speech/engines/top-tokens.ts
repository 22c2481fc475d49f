type Top = { readonly tokens: number[]; readonly count: number; lowest: number };

const newTop = (count: number): Top => ({ tokens: [], count, lowest: -Infinity });

/** Adds the token to `top` if it is among the `count` most likely. Of equal logits, the first one stays. */
const consider = (top: Top, logits: Float32Array, token: number): void => {
  const { tokens, count } = top;
  const logit = logits[token] ?? -Infinity;
  if (logit <= top.lowest) return;
  const logitAt = (rank: number): number => logits[tokens[rank] ?? 0] ?? -Infinity;
  let rank = tokens.length;
  while (rank > 0 && logitAt(rank - 1) < logit) rank -= 1;
  tokens.splice(rank, 0, token);
  if (tokens.length > count) tokens.pop();
  if (tokens.length === count) top.lowest = logitAt(count - 1);
};

/** The `count` most likely tokens of `among`, most likely first. */
export const topAmong = (among: Int32Array, logits: Float32Array, count: number): number[] => {
  const top = newTop(count);
  for (const token of among) consider(top, logits, token);
  return top.tokens;
};

/**
 * The `count` most likely tokens, most likely first. Skips blocks of eight that have none of them, as most do. This
 * reduces the time to a third.
 */
export const topOfAll = (logits: Float32Array, count: number): number[] => {
  const top = newTop(count);
  const inBlocks = logits.length - (logits.length % 8);
  for (let at = 0; at < inBlocks; at += 8)
    if (isAbove(top.lowest, logits, at))
      for (let token = at; token < at + 8; token += 1) consider(top, logits, token);
  for (let token = inBlocks; token < logits.length; token += 1) consider(top, logits, token);
  return top.tokens;
};

/** Whether one of the eight logits from `at` on is above `lowest`. */
const isAbove = (lowest: number, logits: Float32Array, at: number): boolean =>
  (logits[at] ?? 0) > lowest ||
  (logits[at + 1] ?? 0) > lowest ||
  (logits[at + 2] ?? 0) > lowest ||
  (logits[at + 3] ?? 0) > lowest ||
  (logits[at + 4] ?? 0) > lowest ||
  (logits[at + 5] ?? 0) > lowest ||
  (logits[at + 6] ?? 0) > lowest ||
  (logits[at + 7] ?? 0) > lowest;
