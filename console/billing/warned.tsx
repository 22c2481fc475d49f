import type { Warning } from './low-balance.ts';

export const Warned = ({ warning }: { warning: Warning | undefined }) =>
  warning ? <p class={`note ${warning.tone}`}>{warning.text}</p> : null;
