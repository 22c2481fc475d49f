type Top = { readonly tokens: number[]; readonly count: number; lowest: number };

const newTop = (count: number): Top => ({ tokens: [], count, lowest: -Infinity });

/** Keeps the token if it is among the `count` most likely. Of equal logits the first stays. */
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

/** The `count` most likely of the tokens `among`, in order. */
export const topAmong = (among: Int32Array, logits: Float32Array, count: number): number[] => {
  const top = newTop(count);
  for (const token of among) consider(top, logits, token);
  return top.tokens;
};

/** The `count` most likely tokens, in order. Most blocks of eight have none of them and are skipped: a third of the time. */
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
