import type { ComponentChildren } from 'preact';
import type { Warning } from './warnings.ts';

type Props = { warning: Warning | undefined; children?: ComponentChildren };

export const Warned = ({ warning, children }: Props) =>
  warning ? (
    <p class={`note ${warning.tone}`}>
      {warning.text} {children}
    </p>
  ) : null;
