import { CopyButton } from './copy-button.tsx';

type Props = { label: string; code: string };

/** Code with a copy button. The block is focusable, so that arrow keys scroll it. */
export const CodeBlock = ({ label, code }: Props) => (
  <div class="code-block">
    <CopyButton text={code} label={`Copy ${label}`} />
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>{code}</code>
    </pre>
  </div>
);
